import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
/**
 * Time, randomness and logging. They are injected everywhere instead of read from globals, so that
 * tests control them.
 */
export type Clock = { now(): Date }

/** The time and the shop's calendar. `shop` is live: read `calendar` once per operation. */
export type ShopClock = { clock: Clock; shop: { readonly calendar: ShopCalendar } }

export type Random = {
  /** A version 4 UUID. */
  uuid(): string
  /** URL-safe text of that many random bytes. */
  token(bytes: number): string
}

type LogLine = (fields: object, message: string) => void

/** The subset of pino's API in use. Fields contain ids, never personal data. */
export type Log = { debug: LogLine; info: LogLine; warn: LogLine; error: LogLine }
