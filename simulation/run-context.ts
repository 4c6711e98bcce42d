import type pg from 'pg'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Database } from '#server/db/client.ts'
import type { Ledger } from './provider/ledger.ts'
import type { Provider } from './provider/provider.ts'
import type { Rng } from './rng.ts'
import type { Scenario } from './scenario.ts'
import type { Scheduler } from './scheduler.ts'
import type { ShopProcess } from './shop-process.ts'

/** What the parts of a run share: its time and chances, the provider, the database, the processes. */
export type RunContext = {
  readonly options: { readonly scenario?: Scenario | undefined }
  readonly rng: Rng
  readonly calendar: ShopCalendar
  readonly startMs: number
  readonly scheduler: Scheduler
  readonly provider: Provider
  readonly ledger: Ledger
  readonly observer: Database
  readonly isFaulty: boolean
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
  outside<T>(act: () => T | Promise<T>, delayMs?: number): Promise<T>
  count(what: string, n?: number): void
  alive(): ShopProcess[]
}
