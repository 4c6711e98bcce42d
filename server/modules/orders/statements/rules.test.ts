import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultCalendar, shopInstant } from '#contract/dates/shop-calendar.ts'
import { firstDayAfter, monthToSend, statementPeriod, sumAccount } from './rules.ts'

const entry = fc.record({
  orderId: fc.constantFrom('a', 'b', 'c'),
  kind: fc.constantFrom('invoiced', 'received', 'cancelled'),
  cents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  at: fc.date({
    min: new Date('2025-12-01T00:00:00Z'),
    max: new Date('2027-02-01T00:00:00Z'),
    noInvalidDate: true,
  }),
})

const zones = ['America/New_York', 'UTC', 'Pacific/Auckland', 'America/Santiago', 'Asia/Kolkata']

test('rule 39: opening plus the lines is closing, and closing is the opening of the next month', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 60 }),
      fc.constantFrom(...zones),
      fc.integer({ min: 1, max: 12 }),
      (entries, zone, number) => {
        const calendar = defaultCalendar(zone)
        const now = new Date('2027-03-01T00:00:00Z')
        const month = `2026-${String(number).padStart(2, '0')}`
        const account = sumAccount(entries, statementPeriod(month, calendar, now))
        const next = firstDayAfter(month).slice(0, 7)
        const following = sumAccount(entries, statementPeriod(next, calendar, now))
        const { openingCents, invoicedCents, receivedCents, cancelledCents } = account
        expect(openingCents + invoicedCents + receivedCents + cancelledCents).toBe(
          account.closingCents,
        )
        expect(following.openingCents).toBe(account.closingCents)
        const open = [...account.openCents.values()].reduce((sum, cents) => sum + cents, 0)
        expect(open).toBe(account.closingCents)
      },
    ),
  )
})

test.each(zones)(
  'rule 39: in %s a statement is due from six in the morning of the first',
  (zone) => {
    const calendar = defaultCalendar(zone)
    for (const first of ['2026-01-01', '2026-03-01', '2026-04-01', '2026-11-01', '2026-12-01']) {
      const due = shopInstant(calendar, first, 6)
      const last = monthToSend(calendar, due)
      expect(firstDayAfter(last)).toBe(first)
      expect(firstDayAfter(monthToSend(calendar, new Date(due.getTime() - 1)))).toBe(`${last}-01`)
    }
  },
)

test('a month that has not started has no statement', () => {
  const calendar = defaultCalendar('America/New_York')
  const now = new Date('2026-11-01T03:59:59Z')
  expect(() => statementPeriod('2026-11', calendar, now)).toThrow('a month that has started')
  expect(statementPeriod(undefined, calendar, now).month).toBe('2026-10')
})
