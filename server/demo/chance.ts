import type { Random } from '#server/world.ts'

/** Dice for made-up data: drawn from the injected chance once, so the same seed gives the same shop. */
export type Chance = {
  /** From 0 up to, but never, 1. */
  unit(): number
  /** A whole number from 0 up to, but never, n. */
  below(n: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T
  weighed<T>(list: readonly (readonly [T, number])[]): T
}

export function chanceFrom(random: Random): Chance {
  let state = Buffer.from(random.token(4), 'base64url').readUInt32LE(0)
  // Mulberry32: four lines, even enough for names and bottles, and a thousand times a UUID's speed.
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
    weighed<T>(list: readonly (readonly [T, number])[]) {
      let left = unit() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [one, weight] of list) {
        left -= weight
        if (left < 0) return one
      }
      throw new Error('nothing to weigh')
    },
  }
}
