import { HOUR_MS } from '../time.ts'

type UnavailablePeriod = {
  reason: 'archived' | 'sold out'
  productId: string
  from: number
  until: number
}

/** Remembers when products were sold out or archived. Clocks of processes differ by minutes. */
export class OfferPeriods {
  /** Subscriptions whose owner may have changed the items, and with them the agreed prices. */
  readonly changedItems = new Set<string>()
  readonly #now: () => number
  readonly #unavailable: UnavailablePeriod[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  recordArchived(productId: string): void {
    this.#add('archived', productId)
  }

  recordSoldOut(productId: string): void {
    this.#add('sold out', productId)
  }

  /** A product that was sold out twice is back at the first restock. */
  recordRestocked(productId: string): void {
    for (const period of this.#unavailable) {
      const isOpen = period.until === Number.POSITIVE_INFINITY
      if (period.reason === 'sold out' && period.productId === productId && isOpen)
        period.until = this.#now()
    }
  }

  #add(reason: UnavailablePeriod['reason'], productId: string): void {
    const from = this.#now()
    this.#unavailable.push({ reason, productId, from, until: Number.POSITIVE_INFINITY })
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
