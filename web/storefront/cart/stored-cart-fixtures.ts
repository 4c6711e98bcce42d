import type { CartStorage } from './stored-cart.ts'

/** A browser's storage, in memory. */
export function memoryStorage(entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    size: () => stored.size,
  }
}

const throwInsecure = () => {
  throw new Error('The operation is insecure.')
}

/** What some browsers give in private windows, or when the disk is full. */
export const brokenStorage: CartStorage = {
  getItem: throwInsecure,
  setItem: throwInsecure,
  removeItem: throwInsecure,
}
