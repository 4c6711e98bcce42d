import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { CardProviderError } from '#server/modules/payments/port.ts'
import { scenarios } from '../scenarios.ts'
import { changeColumn, isSelect, type Mutant } from './mutant.ts'

/** Bugs that two audits found in this code, as mutants. */
export const auditMutants: Mutant[] = [
  {
    name: 'AU3: a detached card is charged repeatedly',
    foundBy: scenarios.detachedCards,
    cards: (port) => ({
      ...port,
      chargeSavedCard: (charge, profile) =>
        port.chargeSavedCard(charge, profile).catch((problem: unknown) => {
          const isMissing = problem instanceof CardProviderError && problem.missing === 'card'
          throw isMissing ? new CardProviderError('invalid_request', problem.message) : problem
        }),
    }),
    interceptor: () => ({
      // Resets the time of the first failure, so that the delays do not increase.
      sql(text, values) {
        const nth = /^update "cycles" set .*"unanswered_since" = \$(\d+)/.exec(text)?.[1]
        if (nth) values[Number(nth) - 1] = null
        return text
      },
    }),
  },
  {
    name: 'AU4: a cancellation with a refund requests none',
    foundBy: scenarios.cancels,
    interceptor: () => ({
      replaceQuery: (text, values) =>
        text.startsWith('insert into "refunds"') && values.includes('Order cancelled')
          ? Promise.resolve({ rows: [] })
          : undefined,
    }),
  },
  {
    name: 'AU8: a manual payment does not replace the card',
    foundBy: scenarios.paidManually,
    interceptor: () => ({
      sql: (text) =>
        text.startsWith('update "subscriptions" set') && text.includes('"payment_method_ref" = ')
          ? text.replace(' where ', ' where false and ')
          : text,
    }),
  },
  {
    name: 'AU10: a refund or dispute whose webhook is lost is never found',
    foundBy: scenarios.lostWebhooks,
    cards: (port) => ({ ...port, eventsBetween: async () => [] }),
  },
  {
    name: 'AU14: a skipped delivery that is paid manually stays skipped',
    foundBy: scenarios.downOnDeliveryDay,
    interceptor: () => ({
      sql: (text, values) =>
        text.startsWith('update "cycles" set "status" = ') && values.includes('paid')
          ? `${text} and "cycles"."status" <> 'skipped'`
          : text,
    }),
  },
  {
    name: 'AU21: a bulk cancellation takes effect within the undo window',
    foundBy: scenarios.cancels,
    interceptor: () => ({
      sql: (text) =>
        text.startsWith('insert into "deferred_order_effects"')
          ? `with ended as (update subscriptions set status = 'cancelled', next_date = null
               where id = $1) ${text}`
          : text,
    }),
  },
  {
    name: 'AU24: a delivery is missed at midnight',
    foundBy: scenarios.downOnDeliveryDay,
    interceptor: ({ scheduler, calendar }) => ({
      rows(text, rows) {
        if (!isSelect(text, 'cycles')) return
        const today = shopDate(calendar, new Date(scheduler.now))
        changeColumn(text, rows, 'date', (date) =>
          String(date) < today ? addDays(String(date), -1) : date,
        )
      },
    }),
  },
  {
    name: 'R12: a delivery is charged a day late',
    foundBy: scenarios.downOnDeliveryDay,
    interceptor: ({ scheduler, calendar }) => ({
      rows(text, rows) {
        if (!isSelect(text, 'cycles')) return
        const today = shopDate(calendar, new Date(scheduler.now))
        changeColumn(text, rows, 'date', (date) => (date === addDays(today, -1) ? today : date))
      },
    }),
  },
]
