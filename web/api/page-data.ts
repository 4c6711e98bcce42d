import { pageToken } from '#contract/page-tokens.ts'
import type { PageData } from '#contract/shop.ts'

/** At build time nobody knows the shop yet: its tokens stand in the page until it is served. */
const placeholderData: PageData = {
  shop: {
    name: pageToken('shop.name'),
    phone: pageToken('shop.phone'),
    email: pageToken('shop.email'),
    city: pageToken('shop.city'),
    town: pageToken('shop.town'),
    timeZone: pageToken('shop.timeZone'),
  },
  today: pageToken('today'),
  cards: { provider: 'sandbox' },
  isTestMode: false,
}

let cachedData: PageData | undefined

/** Who the shop is and how it takes cards, as the served page says it. */
export function pageData(): PageData {
  cachedData ??= typeof document === 'undefined' ? placeholderData : readPageData()
  return cachedData
}

function readPageData(): PageData {
  const text = document.getElementById('page-data')?.textContent ?? ''
  return text.startsWith('{') ? (JSON.parse(text) as PageData) : placeholderData
}
