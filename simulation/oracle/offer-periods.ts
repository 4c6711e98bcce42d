import { HOUR_MS } from '../time.ts'

/** Remembers when products were sold out or archived. Clocks of processes differ by minutes. */
export class OfferPeriods {
  /** Subscriptions whose owner may have changed the items, and with them the agreed prices. */
  readonly changedItems = new Set<string>()
  readonly #now: () => number
  readonly #unavailable: { productId: string; from: number; until: number }[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /** A product is not offered from now on. Returns a function that records its return. */
  recordUnavailable(productId: string): () => void {
    const period = { productId, from: this.#now(), until: Number.POSITIVE_INFINITY }
    this.#unavailable.push(period)
    return () => {
      period.until = this.#now()
    }
  }

  /** Whether no process can have taken the product for available. */
  wasUnavailable(productId: string, at: number): boolean {
    return this.#unavailable.some(
      (period) =>
        period.productId === productId && period.from < at - HOUR_MS && at + HOUR_MS < period.until,
    )
  }

  /** Whether no process can have taken the product for unavailable. */
  wasOffered(productId: string, at: number): boolean {
    return !this.#unavailable.some(
      (period) =>
        period.productId === productId && period.from < at + HOUR_MS && at - HOUR_MS < period.until,
    )
  }
}
