/** A small, fast generator (xorshift128); the same seed gives the same numbers. */
export class Random {
  #a: number
  #b: number
  #c: number
  #d: number

  constructor(seed: number) {
    // Mixed, so that neighboring seeds start far apart.
    let state = seed | 0
    const mix = () => {
      state = (state + 0x9e3779b9) | 0
      let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
      return (z ^ (z >>> 16)) | 1
    }
    this.#a = mix()
    this.#b = mix()
    this.#c = mix()
    this.#d = mix()
  }

  /** At least 0 and less than 1. */
  next(): number {
    let t = this.#d
    const s = this.#a
    this.#d = this.#c
    this.#c = this.#b
    this.#b = s
    t ^= t << 11
    t ^= t >>> 8
    this.#a = t ^ s ^ (s >>> 19)
    return (this.#a >>> 0) / 4294967296
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return (this.next() * limit) | 0
  }
}
