import { formatDate } from '#contract/dates/calendar.ts'
import { type PageTokenName, pageToken, pageTokenNames } from '#contract/page-tokens.ts'
import type { PageData } from '#contract/shop.ts'

/** A prerendered page, split at the tokens that differ per response. */
export type PageTemplate = (live: LiveValues) => string

export type LiveValues = { nonce: string; pageData: PageData; jsonLd: unknown }

type LiveToken = Extract<PageTokenName, 'nonce' | 'pageData' | 'jsonLd' | 'today' | 'todayLong'>

const liveTokens: Record<LiveToken, (live: LiveValues) => string> = {
  nonce: ({ nonce }) => nonce,
  pageData: ({ pageData }) => jsonForScript(pageData),
  jsonLd: ({ jsonLd }) => jsonForScript(jsonLd),
  today: ({ pageData }) => pageData.today,
  todayLong: ({ pageData }) => formatDate(pageData.today),
}

const isLive = (name: string): name is LiveToken => name in liveTokens

export function compilePage(html: string, shop: PageData['shop'], publicUrl: string): PageTemplate {
  const fixed = new Map<string, string>([
    ...Object.entries(shop).map(([key, value]) => [`shop.${key}`, String(value)] as const),
    ['publicUrl', publicUrl],
  ])
  const withFixedTokens = pageTokenNames
    .filter((name) => !isLive(name))
    .reduce(
      (text, name) => text.replaceAll(pageToken(name), escapeHtml(fixed.get(name) ?? '')),
      html,
    )

  const parts = withFixedTokens.split(/⟦(\w+)⟧/).map((part, index) => {
    if (index % 2 === 0) return () => part
    if (!isLive(part)) throw new Error(`unknown token ⟦${part}⟧ in a page`)
    return liveTokens[part]
  })
  return (live) => parts.map((part) => part(live)).join('')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
}

/** Escapes '<', so that no value can close the script element it is embedded in. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
