import { expect, test } from 'vitest'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { periodLines, shopPeriods } from './shop-periods.ts'
import { timeZoneOptions } from './time-zone-options.ts'

const now = new Date('2026-11-16T12:00:00Z')
const [first] = defaultCalendar('America/New_York').periods
const planned = { ...first, from: '2026-12-01', dayStartHour: 9, cutoffHours: 12 }

test("a period's rules are listed by label", () => {
  expect(periodLines(first)).toEqual({
    'Time zone': 'America/New York (ET)',
    'Deliveries start': '8:00 AM',
    'Change deadline': '8:00 AM the day before the delivery (24\u00a0hours)',
    'Cards charged': '6:00 AM on the delivery date',
    'Reminder email': 'Three days before the delivery',
  })
  expect(periodLines({ ...first, dayStartHour: 14, cutoffHours: 12 })).toMatchObject({
    'Change deadline': '2:00 AM on the day of the delivery (12\u00a0hours)',
  })
})

test('a change is scheduled until its day begins in the shop', () => {
  const settings = { calendar: { periods: [first, planned] } }
  expect(shopPeriods(settings, now)).toEqual({
    current: first,
    planned,
    earliest: '2026-11-17',
    latest: '2027-11-16',
  })
  const started = shopPeriods(settings, new Date('2026-12-01T05:00:00Z'))
  expect(started).toMatchObject({ current: planned, planned: undefined, earliest: '2026-12-02' })
})

test('US time zones are listed first, and words find a zone', () => {
  const zones = ['Africa/Cairo', 'America/New_York', 'Europe/Berlin']
  const values = (text: string) => timeZoneOptions(zones, text).map(({ value }) => value)
  expect(values('').slice(0, 2)).toEqual(['America/New_York', 'America/Chicago'])
  expect(values('').slice(-2)).toEqual(['Africa/Cairo', 'Europe/Berlin'])
  expect(values('new york')).toEqual(['America/New_York'])
  expect(values('europe/BER')).toEqual(['Europe/Berlin'])
  expect(values('atlantis')).toEqual([])
})
