import { scenarios } from '../scenarios.ts'
import type { Mutant } from './mutant.ts'
import { changeColumn, isSelect } from './mutant.ts'

/** Sets the first columns of a result; each row is an array of values. */
const setColumns = (rows: unknown[], ...values: unknown[]) => {
  for (const row of rows as unknown[][]) row.splice(0, values.length, ...values)
}

/** Deliberate bugs in tax, deposit and refunds by item (rules 41, 42, 44). */
export const moneyMutants: Mutant[] = [
  {
    name: 'rule 41: another rate than the owner entered',
    foundBy: scenarios.taxAndDeposit,
    interceptor: () => ({
      rows(text, rows) {
        if (isSelect(text, 'tax_rates'))
          changeColumn(text, rows, 'rate_ppm', (ppm) => Number(ppm) + 10_000)
      },
    }),
  },
  {
    name: 'rule 42: every delivery carries the deposit again',
    foundBy: scenarios.taxAndDeposit,
    interceptor: () => ({
      rows(text, rows) {
        if (text.startsWith('select coalesce(sum("remaining_bottles")')) setColumns(rows, 0, 0)
      },
    }),
  },
  {
    name: 'rule 42: bottles that came back still count',
    foundBy: scenarios.taxAndDeposit,
    interceptor: () => ({
      rows(text, rows) {
        if (text.startsWith('select coalesce') && text.includes(' from "deposit_returns"'))
          setColumns(rows, 0, 0)
      },
    }),
  },
  {
    name: 'rule 43: a refund as credit is not added to the balance',
    foundBy: scenarios.taxAndDeposit,
    interceptor: () => ({
      replaceQuery: (text, values) =>
        text.startsWith('insert into "credit_entries"') && values.includes('refund')
          ? Promise.resolve({ rows: [] })
          : undefined,
    }),
  },
  {
    name: 'rule 44: refunded items can be refunded again',
    foundBy: scenarios.taxAndDeposit,
    interceptor: () => ({
      rows(text, rows) {
        if (text.startsWith('select "items" from "refunds"')) setColumns(rows, null)
      },
    }),
  },
]
