import { createHash } from 'node:crypto'

/** Seeded random numbers: the same seed returns the same sequence. */
export type Rng = {
  next(): number
  /** An integer from 0 up to, but not including, the limit. */
  below(limit: number): number
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Returns an independent rng, so that draws of one component do not affect another. */
  fork(name: string): Rng
}

export function createRng(seed: string): Rng {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  const next = () => {
    // mulberry32: small, fast, and random enough to pick calls.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    fork: (name) => createRng(`${seed}/${name}`),
  }
}
