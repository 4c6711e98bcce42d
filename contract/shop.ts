/** Who the shop is. One record feeds footer, legal pages, mails and invoices. */
export type Shop = {
  name: string
  phone: string
  email: string
  /** City and state, as the footer says it. */
  city: string
  /** The New York town of the legal pages. */
  town: string
  timeZone: string
}

/** What a served page knows before its first call: written into the HTML as JSON. */
export type PageData = {
  shop: Shop
  /** Today's date in the shop's zone. */
  today: string
  /** How cards are taken; the publishable key goes with Stripe alone. */
  cards: { provider: 'sandbox' } | { provider: 'stripe'; publishableKey: string }
  /** True for a live shop on the sandbox and a staging shop on test keys: every page then says so. */
  isTestMode: boolean
}
