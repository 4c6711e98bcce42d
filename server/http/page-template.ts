import { formatDate } from '#contract/dates/calendar.ts'
import { type PageTokenName, pageToken } from '#contract/page-tokens.ts'
import type { PageData, Shop } from '#contract/shop.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'

/** A prerendered page, split at the tokens that differ per response. */
export type PageTemplate = (live: LiveValues) => string

export type LiveValues = { nonce: string; pageData: PageData; jsonLd: unknown }

type LiveToken = Exclude<PageTokenName, 'publicUrl'>

const shopField = (field: keyof Shop) => (live: LiveValues) =>
  escapeHtml(String(live.pageData.shop[field]))

const liveTokens: Record<LiveToken, (live: LiveValues) => string> = {
  nonce: ({ nonce }) => nonce,
  pageData: ({ pageData }) => jsonForScript(pageData),
  jsonLd: ({ jsonLd }) => jsonForScript(jsonLd),
  today: ({ pageData }) => pageData.today,
  todayLong: ({ pageData }) => formatDate(pageData.today),
  'shop.name': shopField('name'),
  'shop.phone': shopField('phone'),
  'shop.email': shopField('email'),
  'shop.city': shopField('city'),
  'shop.town': shopField('town'),
  'shop.legalContact': shopField('legalContact'),
  'shop.timeZone': shopField('timeZone'),
  'shop.cutoffHours': shopField('cutoffHours'),
}

const isLive = (name: string): name is LiveToken => name in liveTokens

export function compilePage(html: string, publicUrl: string): PageTemplate {
  const withUrl = html.replaceAll(pageToken('publicUrl'), escapeHtml(publicUrl))
  const parts = withUrl.split(/⟦([\w.]+)⟧/).map((part, index) => {
    if (index % 2 === 0) return () => part
    if (!isLive(part)) throw new Error(`unknown token ⟦${part}⟧ in a page`)
    return liveTokens[part]
  })
  return (live) => parts.map((part) => part(live)).join('')
}

/** Escapes '<', so that no value can close the script element it is embedded in. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
