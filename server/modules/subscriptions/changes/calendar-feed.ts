import { addDaysClamped } from '#contract/dates/calendar.ts'
import { cutoffOn } from '#contract/dates/calendar-texts.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Delivery, Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { Db } from '#server/db/client.ts'
import { type ViewDeps, viewSubscription } from '../subscription-view.ts'
import { readCalendarToken } from './link-tokens.ts'

type FeedDeps = ViewDeps & { db: Db; shop: { name: string; calendar: ShopCalendar } }

/** RFC 5545 feed of upcoming deliveries as all-day events. The token in the URL is the only login. */
export async function calendarFeed(deps: FeedDeps, token: string): Promise<string> {
  const payload = readCalendarToken(deps.linkKey, token)
  const view = payload && (await viewSubscription(deps.db, deps, payload.id))
  if (!view) throw new Failure('not_found')
  const stamp = compact(deps.clock.now().toISOString().slice(0, 19))
  const upcoming = view.calendar.filter(({ status }) => status !== 'skipped' && status !== 'void')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carboy//Deliveries//EN',
    `X-WR-CALNAME:${escapeText(`${deps.shop.name} deliveries`)}`,
    ...upcoming.flatMap((delivery) => toEvent(deps, view, delivery, `${stamp}Z`)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

function toEvent(
  { shop }: FeedDeps,
  { id }: Subscription,
  delivery: Delivery,
  stamp: string,
): string[] {
  const items = delivery.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
  const until = cutoffOn(shop.calendar, delivery.date)
  return [
    'BEGIN:VEVENT',
    `UID:${id}-${delivery.cycle}@carboy`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(delivery.date)}`,
    `DTEND;VALUE=DATE:${compact(addDaysClamped(delivery.date, 1))}`,
    `SUMMARY:${escapeText(`Water delivery: ${items}`)}`,
    `DESCRIPTION:${escapeText(`$${delivery.total}. Make changes by ${until}.`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const compact = (text: string) => text.replace(/[-:]/g, '')

const escapeText = (text: string) =>
  text.replace(/[\\;,]/g, (char) => `\\${char}`).replace(/\r?\n/g, '\\n')

const MAX_BYTES = 75

/** A line has at most 75 bytes; it continues on the next line after a space. */
function foldLine(line: string): string {
  const folded: string[] = []
  let rest = ''
  for (const char of line) {
    const limit = folded.length === 0 ? MAX_BYTES : MAX_BYTES - 1
    if (Buffer.byteLength(rest + char) > limit) {
      folded.push(rest)
      rest = ''
    }
    rest += char
  }
  return [...folded, rest].join('\r\n ')
}
