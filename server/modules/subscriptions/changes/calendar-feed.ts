import { addDaysClamped, formatDate } from '#contract/dates/calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Delivery, Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { Db } from '#server/db/client.ts'
import { type ViewDeps, viewSubscription } from '../subscription-view.ts'
import { readCalendarToken } from './link-tokens.ts'

type FeedDeps = ViewDeps & { db: Db; shop: { name: string; timeZone: string } }

/** RFC 5545: what comes, as whole days; the key in the address is all that a calendar can show. */
export async function calendarFeed(deps: FeedDeps, token: string): Promise<string> {
  const known = readCalendarToken(deps.linkKey, token)
  const view = known && (await viewSubscription(deps.db, deps, known.id))
  if (!view) throw new Failure('not_found')
  const stamp = compact(deps.clock.now().toISOString().slice(0, 19))
  const coming = view.calendar.filter(({ status }) => status !== 'skipped' && status !== 'void')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carboy//Deliveries//EN',
    `X-WR-CALNAME:${escapeText(`${deps.shop.name} deliveries`)}`,
    ...coming.flatMap((delivery) => toEvent(view, delivery, `${stamp}Z`)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

function toEvent({ id }: Subscription, delivery: Delivery, stamp: string): string[] {
  const what = delivery.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
  const until = formatDate(addDaysClamped(delivery.date, -1))
  return [
    'BEGIN:VEVENT',
    `UID:${id}-${delivery.cycle}@carboy`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(delivery.date)}`,
    `DTEND;VALUE=DATE:${compact(addDaysClamped(delivery.date, 1))}`,
    `SUMMARY:${escapeText(`Water delivery: ${what}`)}`,
    `DESCRIPTION:${escapeText(`$${delivery.total}. Make changes by 8:00 AM on ${until}.`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const compact = (text: string) => text.replace(/[-:]/g, '')

const escapeText = (text: string) =>
  text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n')

const MAX_BYTES = 75

/** A line holds at most 75 bytes; the rest goes on in the next one, behind a space. */
function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const letter of line) {
    const limit = parts.length === 0 ? MAX_BYTES : MAX_BYTES - 1
    if (Buffer.byteLength(part + letter) > limit) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part].join('\r\n ')
}
