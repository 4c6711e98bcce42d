import { formatDate } from '../dates/calendar.ts'
import { hourText } from '../dates/calendar-texts.ts'
import { windowText } from './window-text.ts'
import type { RouteDay } from './zones.ts'

/** Monday is 1, so the first entry is unused. */
export const weekdayNames = [
  '',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** 'Tuesdays' or 'Every second Tuesday' */
export function routeDayTitle({ weekday, everyWeeks }: RouteDay): string {
  const name = weekdayNames[weekday] ?? ''
  return everyWeeks === 2 ? `Every second ${name}` : `${name}s`
}

/** Everything but the truck: 'Tuesdays, 8:00 AM – 12:00 PM, up to 120 bottles' */
export const routeDayText = (day: RouteDay): string => routeDayParts(day).join(', ')

export function routeDayParts(day: RouteDay): string[] {
  const { windows, capacity, lastOrderHour, everyWeeks, from, validFrom, validUntil } = day
  return [
    routeDayTitle(day),
    everyWeeks === 2 && `from the week of ${formatDate(from, 'short')}`,
    ...(windows ?? []).map(windowText),
    capacity != null && capacity !== 0 && `up to ${capacity.toLocaleString('en-US')} bottles`,
    lastOrderHour != null && `order by ${hourText(lastOrderHour)} the day before`,
    validFrom && `starts ${formatDate(validFrom, 'short')}`,
    validUntil && `ends ${formatDate(validUntil, 'short')}`,
  ].filter((part) => typeof part === 'string')
}
