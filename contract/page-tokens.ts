/**
 * Pages are prerendered once, at build time, for every shop; who the shop is gets filled in when
 * they are served. A token stands where the value will be. In a prerendered page a token may be
 * joined to other text but never changed, else hydration would find another text than was served.
 */
export const pageToken = (name: PageTokenName): string => `⟦${name}⟧`

export const pageTokenNames = [
  'shop.name',
  'shop.phone',
  'shop.email',
  'shop.city',
  'shop.town',
  'shop.timeZone',
  /** Today's calendar date in the shop's zone, YYYY-MM-DD. */
  'today',
  /** The same date as people read it. */
  'todayLong',
  /** PUBLIC_URL without a slash at its end. */
  'publicUrl',
  /** PageData as JSON, safe inside a script element. */
  'pageData',
  /** The JSON-LD of shop and products, safe inside a script element. */
  'jsonLd',
  /** Drawn anew for each answer. */
  'nonce',
] as const

export type PageTokenName = (typeof pageTokenNames)[number]
