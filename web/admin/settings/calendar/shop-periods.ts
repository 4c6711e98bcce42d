import { addDays, type CalendarDate, formatDate, zoneName } from '#contract/dates/calendar.ts'
import { cutoffText, daysText, hourText } from '#contract/dates/calendar-texts.ts'
import { latestOrderDate } from '#contract/dates/date-limits.ts'
import { type CalendarPeriod, periodAt, shopDate } from '#contract/dates/shop-calendar.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { capitalize } from '#contract/text/capitalize.ts'
import type { DisplayFields } from '#web/admin/form/changed-fields.ts'

export type ShopPeriods = {
  current: CalendarPeriod
  /** The change that has not started. */
  planned: CalendarPeriod | undefined
  /** Dates from which a change can apply. */
  earliest: CalendarDate
  latest: CalendarDate
}

export function shopPeriods(
  { calendar }: { calendar: Pick<Settings['calendar'], 'periods'> },
  now: Date,
): ShopPeriods {
  // A shop has at least its first period.
  const periods = calendar.periods as [CalendarPeriod, ...CalendarPeriod[]]
  const today = shopDate({ periods }, now)
  return {
    current: periodAt({ periods }, now),
    planned: periods.find(({ from }, index) => index > 0 && from > today),
    earliest: addDays(today, 1),
    latest: latestOrderDate(today),
  }
}

/** The rules of a period by label, for example 'Deliveries start' and '8:00 AM'. */
export function periodLines(period: CalendarPeriod): DisplayFields {
  const { timeZone, dayStartHour, cutoffHours, chargeHour, reminderDays } = period
  return {
    'Time zone': zoneLabel(timeZone),
    'Deliveries start': hourText(dayStartHour),
    'Change deadline': `${cutoffText(period)} the delivery (${cutoffHours}\u00a0hours)`,
    'Cards charged': `${hourText(chargeHour)} on the delivery date`,
    'Reminder email': capitalize(`${daysText(reminderDays)} before the delivery`),
  }
}

/** Returns 'America/New York (ET)'. */
export function zoneLabel(zone: string): string {
  const name = zoneName(zone)
  const place = zone.replaceAll('_', ' ')
  return name === zone ? place : `${place} (${name})`
}

/** The delivery times as they are listed after someone else has changed them. */
export function calendarDisplayFields(settings: Pick<Settings, 'calendar'>): DisplayFields {
  const { current, planned } = shopPeriods(settings, new Date())
  return {
    'Delivery times': toSentence(current),
    'Scheduled change': planned ? `${formatDate(planned.from)}: ${toSentence(planned)}` : '',
  }
}

const toSentence = (period: CalendarPeriod) =>
  Object.entries(periodLines(period))
    .map(([label, text]) => `${label}: ${text}`)
    .join(', ')
