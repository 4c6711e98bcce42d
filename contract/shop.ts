import type { ShopCalendar } from './dates/shop-calendar.ts'
import type { ZonedShop } from './zones/landed-date.ts'

/**
 * The shop's settings as the footer, legal pages, emails and invoices use them. On the server this
 * is a live view (rule 33): read it for each request or job, and never store a copy.
 */
export type Shop = Readonly<{
  name: string
  phone: string
  email: string
  /** City and state, as shown in the footer. */
  city: string
  /** The New York town of the legal pages. */
  town: string
  /** Lines below the contact details of the legal pages; may be empty. */
  legalContact: string
  /** Rule 41: whether orders are taxed. Then the browser asks the server for the price. */
  chargesTax: boolean
  /** Rule 42: the deposit of a returnable bottle; 0 means none. */
  depositCents: number
  isDepositTaxable: boolean
  /** The zone in which times are shown today. */
  timeZone: string
  /** Today's cut-off in hours, printed in the terms. */
  cutoffHours: string
  /** Rule 32: whether subscribers must agree to a higher price, or are only notified. */
  priceIncreases: 'ask' | 'notice'
  /** Rule 46: whether customers can only order for the route days of their zone. */
  routeDaysOnly: boolean
  /** Whether any ZIP code belongs to a zone, so that checkout can suggest dates. */
  hasZones: boolean
  /** AU22: after a restore, checkout is closed until the owner resumes. */
  isPaused?: boolean
  calendar: ShopCalendar
  /** Rule 47: the calendar of the zone that a ZIP code is in. Pages never get it. */
  zoneCalendar?: ZonedShop['zoneCalendar']
}>

/** Data embedded in every served page as JSON. */
export type PageData = {
  shop: Shop
  /** Today's date in the shop's zone. */
  today: string
  /** The card provider; only Stripe has a publishable key. */
  cards: { provider: 'sandbox' } | { provider: 'stripe'; publishableKey: string }
  /** True for a live shop on the sandbox or on test keys. Every page then shows a notice. */
  isTestMode: boolean
  /** The browser sent a customer's session cookie: worth asking for the account. */
  hasSession: boolean
}
