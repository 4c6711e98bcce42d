import { expect, test } from 'vitest'
import { LAST_DATE } from '#contract/dates/calendar.ts'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { cadenceDate, firstCycleOn, nextEditableCycle } from './cycle-dates.ts'

const NEW_YORK = { ...defaultCalendar('America/New_York'), zone: undefined }
const now = new Date('2026-03-02T15:00:00Z')

test('AU1: cycles beyond the calendar fall on its last date', () => {
  for (const frequency of ['weekly', 'bi-weekly', 'monthly'] as const) {
    const cadence = { anchor: LAST_DATE, anchorCycle: 0, frequency }

    expect(cadenceDate(cadence, 1)).toBe(LAST_DATE)
    expect(cadenceDate(cadence, 100_000)).toBe(LAST_DATE)
    expect(firstCycleOn(cadence, 1, LAST_DATE)).toBe(1)
    expect(nextEditableCycle({ ...cadence, nextCycle: 1 }, [], NEW_YORK, now)).toEqual({
      nextCycle: 1,
      nextDate: LAST_DATE,
    })
  }
})

test('AU1: a pause until the calendar’s end is computed at once for any number of rows', () => {
  const cadence = { anchor: '2026-03-05', anchorCycle: 0, frequency: 'weekly' as const }
  const rows = Array.from({ length: 2_000 }, (_, cycle) => ({
    cycle,
    date: '2026-03-05',
    status: 'planned' as const,
  }))

  const next = nextEditableCycle({ ...cadence, nextCycle: 1 }, rows, NEW_YORK, now, LAST_DATE)

  expect(next.nextDate >= '9999-12-25').toBe(true)
})
