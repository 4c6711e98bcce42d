import { formatDate } from '#contract/calendar.ts'
import { type PageTokenName, pageToken, pageTokenNames } from '#contract/page-tokens.ts'
import type { PageFacts } from '#contract/shop.ts'

/** A prerendered page, split at the tokens that differ per response. */
export type PageTemplate = (live: LiveValues) => string

export type LiveValues = { nonce: string; facts: PageFacts; jsonLd: unknown }

type LiveToken = Extract<PageTokenName, 'nonce' | 'facts' | 'jsonLd' | 'today' | 'todayLong'>

const liveTokens: Record<LiveToken, (live: LiveValues) => string> = {
  nonce: ({ nonce }) => nonce,
  facts: ({ facts }) => jsonForScript(facts),
  jsonLd: ({ jsonLd }) => jsonForScript(jsonLd),
  today: ({ facts }) => facts.today,
  todayLong: ({ facts }) => formatDate(facts.today),
}

const isLive = (name: string): name is LiveToken => name in liveTokens

export function compilePage(
  html: string,
  shop: PageFacts['shop'],
  publicUrl: string,
): PageTemplate {
  const fixed = new Map<string, string>([
    ...Object.entries(shop).map(([key, value]) => [`shop.${key}`, value] as const),
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
    if (!isLive(part)) throw new Error(`a page asks for ⟦${part}⟧, which nobody fills`)
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
