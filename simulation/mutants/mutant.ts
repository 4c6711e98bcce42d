import type { CardProvider } from '#server/modules/payments/port.ts'
import type { QueryInterceptor } from '../gated-pool.ts'
import type { Deliver } from '../provider/webhooks.ts'
import type { RunContext } from '../run-context.ts'
import type { Scenario } from '../scenario.ts'
import type { ProcessHandle } from '../scheduler.ts'

/** A deliberate bug around the real code, to verify that the simulation finds it. */
export type Mutant = {
  name: string
  /** The scenario that finds it quickly; the correct code passes the same run. */
  foundBy: Scenario
  /** Statements run on the empty database before the run. */
  ddl?: string[]
  /** Each process generates its own ids of renewal orders. */
  hasOwnIds?: boolean
  interceptor?(world: RunContext): QueryInterceptor
  cards?(port: CardProvider, world: RunContext, handle: ProcessHandle): CardProvider
  /** Replaces the webhook handler. */
  webhook?: Deliver
}

export const isSelect = (text: string, table: string) =>
  text.startsWith('select') && text.includes(` from "${table}"`)

/** Changes one column in the rows of a select; each row is an array of values. */
export function changeColumn(
  text: string,
  rows: unknown[],
  name: string,
  to: (value: unknown) => unknown,
) {
  const columns = text.slice('select '.length, text.indexOf(' from ')).split(', ')
  const index = columns.findIndex((column) => column.endsWith(`"${name}"`))
  for (const row of rows as unknown[][]) if (index >= 0) row[index] = to(row[index])
}
