import { createHash } from 'node:crypto'

/** Chance that falls the same way for the same seed. */
export type Rng = {
  next(): number
  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Rng of their own, so that one part's throws do not move another's. */
  fork(name: string): Rng
}

export function createRng(seed: string): Rng {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  const next = () => {
    // mulberry32: small, quick, and good enough to choose between calls.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    fork: (name) => createRng(`${seed}/${name}`),
  }
}
