import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { pageToken } from '#contract/page-tokens.ts'
import type { PageData } from '#contract/shop.ts'

/** Used at build time, when the shop is unknown. The server replaces the tokens. */
export const placeholderData: PageData = {
  shop: {
    name: pageToken('shop.name'),
    phone: pageToken('shop.phone'),
    email: pageToken('shop.email'),
    city: pageToken('shop.city'),
    town: pageToken('shop.town'),
    legalContact: pageToken('shop.legalContact'),
    chargesTax: false,
    depositCents: 0,
    isDepositTaxable: false,
    routeDaysOnly: false,
    hasZones: false,
    timeZone: pageToken('shop.timeZone'),
    // Pages do not use it.
    priceIncreases: 'ask',
    cutoffHours: pageToken('shop.cutoffHours'),
    calendar: defaultCalendar(pageToken('shop.timeZone')),
  },
  today: pageToken('today'),
  cards: { provider: 'sandbox' },
  isTestMode: false,
  hasSession: false,
}
