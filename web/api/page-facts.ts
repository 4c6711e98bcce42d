import { pageToken } from '#contract/page-tokens.ts'
import type { PageFacts } from '#contract/shop.ts'

/** At build time nobody knows the shop yet: its tokens stand in the page until it is served. */
const tokenFacts: PageFacts = {
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
  noMoneyIsTaken: false,
}

let known: PageFacts | undefined

/** Who the shop is and how it takes cards, as the served page says it. */
export function pageFacts(): PageFacts {
  known ??= typeof document === 'undefined' ? tokenFacts : readFacts()
  return known
}

function readFacts(): PageFacts {
  const text = document.getElementById('page-facts')?.textContent ?? ''
  return text.startsWith('{') ? (JSON.parse(text) as PageFacts) : tokenFacts
}
