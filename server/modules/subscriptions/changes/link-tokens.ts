import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'

/** Payload of a reminder link: the delivery and the complete change. */
export type OneTapPayload = { id: string; cycle: number; change: SubscriptionChange }

const sign = (key: string, purpose: string, body: string) =>
  createHmac('sha256', key).update(`${purpose}:${body}`).digest('base64url')

function seal(key: string, purpose: string, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${body}.${sign(key, purpose, body)}`
}

/** Returns undefined if the signature is wrong or was made for another purpose. */
function unseal(key: string, purpose: string, token: string): unknown {
  const [body = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(key, purpose, body))
  const actual = Buffer.from(signature)
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString())
}

export const oneTapToken = (key: string, payload: OneTapPayload) => seal(key, 'one-tap', payload)

/** Links in emails of older versions have `deed` and `do`. They expire at the delivery's cut-off. */
type OldPayload = { id: string; cycle: number; deed: { do: string } }

export function readOneTapToken(key: string, token: string): OneTapPayload | undefined {
  const payload = unseal(key, 'one-tap', token) as OneTapPayload | OldPayload | undefined
  if (!payload || 'change' in payload) return payload
  const { deed, ...delivery } = payload
  const { do: type, ...rest } = deed
  return { ...delivery, change: { type, ...rest } as OneTapPayload['change'] }
}

/** The link of an email about a price increase. */
export const priceChangeToken = (key: string, id: string) => seal(key, 'price-change', { id })

export const readPriceChangeToken = (key: string, token: string) =>
  unseal(key, 'price-change', token) as { id: string } | undefined

export const calendarToken = (key: string, id: string) => seal(key, 'calendar', { id })

export const readCalendarToken = (key: string, token: string) =>
  unseal(key, 'calendar', token) as { id: string } | undefined
