import type { Random } from '#server/runtime.ts'

/** Seeded random numbers for demo data: the same seed generates the same shop. */
export type Rng = {
  /** From 0 up to, but never, 1. */
  unit(): number
  /** A whole number from 0 up to, but never, n. */
  below(n: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T
  weighted<T>(list: readonly (readonly [T, number])[]): T
}

export function createRng(random: Random): Rng {
  let state = Buffer.from(random.token(4), 'base64url').readUInt32LE(0)
  // Mulberry32: uniform enough for names and quantities, and a thousand times faster than a UUID.
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(unit() * n)
  return {
    unit,
    below,
    happens: (probability) => unit() < probability,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[below(list.length)] as T
    },
    weighted<T>(list: readonly (readonly [T, number])[]) {
      let remaining = unit() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of list) {
        remaining -= weight
        if (remaining < 0) return item
      }
      throw new Error('nothing to weigh')
    },
  }
}
