import { scenarios } from '../scenarios.ts'
import type { Mutant } from './mutant.ts'

/** Makes an update change nothing. */
const without = (text: string, isMeant: boolean) =>
  isMeant ? text.replace(' where ', ' where false and ') : text

/** Deliberate bugs in day changes (rule 48). */
export const dayMutants: Mutant[] = [
  {
    name: 'rule 48: a moved delivery is charged on its old date',
    foundBy: scenarios.dayChanges,
    interceptor: () => ({
      sql: (text) => without(text, text.startsWith('update "cycles" set "date" = $1, "due_at"')),
    }),
  },
  {
    name: 'rule 48: a truck goes to a delivery that was moved',
    foundBy: scenarios.dayChanges,
    interceptor: () => ({
      sql: (text, values) =>
        without(
          text,
          text.startsWith('update "schedules" set "status"') && values.includes('cancelled'),
        ),
    }),
  },
  {
    name: 'rule 48: the zone forgets the closed date',
    foundBy: scenarios.routeDayChanges,
    interceptor: () => ({
      sql: (text) => without(text, text.startsWith('update "zones" set "exceptions"')),
    }),
  },
  {
    name: 'rule 47: deliveries land on the day after their route day',
    // Settling would create the orders of most wrong dates, and the check reads dates without one.
    foundBy: { ...scenarios.routeDayChanges, settlingDays: 0 },
    interceptor: () => ({
      rows(text, rows) {
        if (!text.includes(' from "zones"') || !text.includes('"route_days"')) return
        for (const row of rows as unknown[][])
          for (const value of row)
            if (Array.isArray(value))
              for (const day of value as { weekday?: number }[])
                if (day.weekday) day.weekday = (day.weekday % 7) + 1
      },
    }),
  },
]
