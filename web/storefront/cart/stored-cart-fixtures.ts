import type { CartStorage } from './stored-cart.ts'

/** An in-memory fake of the browser's storage. */
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

/** Fails like storage in some private windows, or when the disk is full. */
export const brokenStorage: CartStorage = {
  getItem: throwInsecure,
  setItem: throwInsecure,
  removeItem: throwInsecure,
}
