import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deed } from '#contract/subscriptions.ts'

/** What a link of a reminder does: the delivery that it is about, and the deed with its result. */
export type OneTapPayload = { id: string; cycle: number; deed: Deed }

const sign = (key: string, purpose: string, body: string) =>
  createHmac('sha256', key).update(`${purpose}:${body}`).digest('base64url')

function seal(key: string, purpose: string, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${body}.${sign(key, purpose, body)}`
}

/** Nothing where the signature does not fit, or was made for another purpose. */
function unseal(key: string, purpose: string, token: string): unknown {
  const [body = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(key, purpose, body))
  const found = Buffer.from(signature)
  if (expected.length !== found.length || !timingSafeEqual(expected, found)) return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString())
}

export const oneTapToken = (key: string, payload: OneTapPayload) => seal(key, 'one-tap', payload)

export const readOneTapToken = (key: string, token: string) =>
  unseal(key, 'one-tap', token) as OneTapPayload | undefined

export const calendarToken = (key: string, id: string) => seal(key, 'calendar', { id })

export const readCalendarToken = (key: string, token: string) =>
  unseal(key, 'calendar', token) as { id: string } | undefined
