import type { CardProvider } from '#server/modules/payments/port.ts'
import type { QueryInterceptor } from '../gated-pool.ts'
import type { Message } from '../provider/webhooks.ts'
import type { Scenario } from '../scenarios.ts'
import type { ProcessHandle } from '../scheduler.ts'
import type { ShopProcess } from '../shop-process.ts'
import type { World } from '../world.ts'

/** A mistake that somebody might make, planted around the real code to see that it is found. */
export type Mutant = {
  name: string
  /** Where it is found, and soon; the code without it gets through the very same run. */
  foundBy: Scenario
  /** Done to the empty database before the run. */
  ddl?: string[]
  /** Each process draws the ids of later orders by itself. */
  hasOwnIds?: boolean
  interceptor?(world: World): QueryInterceptor
  cards?(port: CardProvider, world: World, handle: ProcessHandle): CardProvider
  /** In place of the webhook's own way in. */
  webhook?(to: ShopProcess, message: Message): Promise<void>
}

export const isSelect = (text: string, table: string) =>
  text.startsWith('select') && text.includes(` from "${table}"`)

/** Changes one column in the rows that a select gave, which come as lists of values. */
export function changeColumn(
  text: string,
  rows: unknown[],
  name: string,
  to: (was: unknown) => unknown,
) {
  const columns = text.slice('select '.length, text.indexOf(' from ')).split(', ')
  const index = columns.findIndex((column) => column.endsWith(`"${name}"`))
  for (const row of rows as unknown[][]) if (index >= 0) row[index] = to(row[index])
}
