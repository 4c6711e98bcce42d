import { scenarios } from '../scenarios.ts'
import type { Mutant } from './mutant.ts'

/** Deliberate bugs in the use of account credit (rule 43). */
export const creditMutants: Mutant[] = [
  {
    name: 'rule 43: a cancelled order does not give its credit back',
    foundBy: scenarios.credit,
    interceptor: () => ({
      replaceQuery: (text, values) =>
        text.startsWith('insert into "credit_entries"') && values.includes('released')
          ? Promise.resolve({ rows: [] })
          : undefined,
    }),
  },
]
