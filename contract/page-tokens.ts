/**
 * Placeholders of prerendered pages. Pages are rendered once at build time. The server replaces
 * each token with the shop's value. Code may concatenate a token with other text but must not
 * transform it, or the served HTML would differ from the hydrated text.
 */
export const pageToken = (name: PageTokenName): string => `⟦${name}⟧`

export const pageTokenNames = [
  'shop.name',
  'shop.phone',
  'shop.email',
  'shop.city',
  'shop.town',
  'shop.legalContact',
  'shop.timeZone',
  'shop.cutoffHours',
  /** Today's calendar date in the shop's zone, YYYY-MM-DD. */
  'today',
  /** The date as displayed text. */
  'todayLong',
  /** PUBLIC_URL without a trailing slash. */
  'publicUrl',
  /** PageData as JSON, safe inside a script element. */
  'pageData',
  /** The JSON-LD of shop and products, safe inside a script element. */
  'jsonLd',
  /** Generated for each response. */
  'nonce',
] as const

export type PageTokenName = (typeof pageTokenNames)[number]
