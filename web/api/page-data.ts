import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { pageToken } from '#contract/page-tokens.ts'
import type { PageData } from '#contract/shop.ts'

/** Used at build time, when the shop is unknown. The server replaces the tokens. Not in browsers. */
const placeholderData: PageData = {
  shop: {
    name: pageToken('shop.name'),
    phone: pageToken('shop.phone'),
    email: pageToken('shop.email'),
    city: pageToken('shop.city'),
    town: pageToken('shop.town'),
    timeZone: pageToken('shop.timeZone'),
    cutoffHours: pageToken('shop.cutoffHours'),
    calendar: defaultCalendar(pageToken('shop.timeZone')),
  },
  today: pageToken('today'),
  cards: { provider: 'sandbox' },
  isTestMode: false,
}

let cachedData: PageData | undefined

/** Returns the data embedded in the served page: the shop and its card provider. */
export function pageData(): PageData {
  cachedData ??= import.meta.env.SSR ? placeholderData : readPageData()
  return cachedData
}

function readPageData(): PageData {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? '') as PageData
}
