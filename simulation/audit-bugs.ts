import { addDays, dateIn } from '#contract/calendar.ts'
import { CardProblem } from '#server/modules/payments/port.ts'
import { type Bug, change, isSelect } from './bug.ts'
import { scenarios } from './scenarios.ts'

/** The faults that two audits found in this code, planted again. */
export const auditBugs: Bug[] = [
  {
    name: 'AU3: a detached card is asked over and over',
    foundBy: scenarios.detachedCards,
    cards: (port) => ({
      ...port,
      chargeSaved: (charge, patience) =>
        port.chargeSaved(charge, patience).catch((problem: unknown) => {
          const isGone = problem instanceof CardProblem && problem.missing === 'card'
          throw isGone ? new CardProblem('refused', problem.message) : problem
        }),
    }),
    tamper: () => ({
      // Forgets since when there is no answer, so that the pauses do not grow.
      sql(text, values) {
        const nth = /^update "cycles" set .*"unanswered_since" = \$(\d+)/.exec(text)?.[1]
        if (nth) values[Number(nth) - 1] = null
        return text
      },
    }),
  },
  {
    name: 'AU4: a cancel with a refund requests none',
    foundBy: scenarios.cancels,
    tamper: () => ({
      instead: (text, values) =>
        text.startsWith('insert into "refunds"') && values.includes('Order cancelled')
          ? Promise.resolve({ rows: [] })
          : undefined,
    }),
  },
  {
    name: 'AU8: paying by hand does not repair the card',
    foundBy: scenarios.paidByHand,
    tamper: () => ({
      sql: (text) =>
        text.startsWith('update "subscriptions" set') && text.includes('"payment_method_ref" = ')
          ? text.replace(' where ', ' where false and ')
          : text,
    }),
  },
  {
    name: 'AU10: a refund or dispute whose message is lost is never found',
    foundBy: scenarios.lostMessages,
    cards: (port) => ({ ...port, eventsBetween: async () => [] }),
  },
  {
    name: 'AU14: a skipped delivery that is paid by hand stays skipped',
    foundBy: scenarios.offOnTheDay,
    tamper: () => ({
      sql: (text, values) =>
        text.startsWith('update "cycles" set "status" = ') && values.includes('paid')
          ? `${text} and "cycles"."status" <> 'skipped'`
          : text,
    }),
  },
  {
    name: 'AU21: a bulk cancel takes effect before it can no longer be undone',
    foundBy: scenarios.cancels,
    tamper: () => ({
      sql: (text) =>
        text.startsWith('insert into "deferred_order_effects"')
          ? `with ended as (update subscriptions set status = 'cancelled', next_date = null
               where id = $1) ${text}`
          : text,
    }),
  },
  {
    name: 'AU24: a delivery is missed at midnight',
    foundBy: scenarios.offOnTheDay,
    tamper: ({ scheduler, zone }) => ({
      rows(text, rows) {
        if (!isSelect(text, 'cycles')) return
        const today = dateIn(zone, new Date(scheduler.now))
        change(text, rows, 'date', (was) => (String(was) < today ? addDays(String(was), -1) : was))
      },
    }),
  },
  {
    name: 'R12: a delivery is charged a day late',
    foundBy: scenarios.offOnTheDay,
    tamper: ({ scheduler, zone }) => ({
      rows(text, rows) {
        if (!isSelect(text, 'cycles')) return
        const today = dateIn(zone, new Date(scheduler.now))
        change(text, rows, 'date', (was) => (was === addDays(today, -1) ? today : was))
      },
    }),
  },
]
