import type { TestShop } from '#tests/support/start-shop.ts'
import type { Rng } from '../rng.ts'
import type { Scheduler } from '../scheduler.ts'
import type { DeviceMutant } from './device-mutants.ts'

/** What phones and network share: the shop, and the time, the chances and the faults of a day. */
export type DeviceDay = {
  readonly run: number
  readonly rng: Rng
  readonly startMs: number
  readonly scheduler: Scheduler
  readonly mutant: DeviceMutant | undefined
  readonly shop: TestShop
  readonly isFaulty: boolean
  readonly isOver: boolean
  slowly<T>(work: () => Promise<T>): Promise<T>
  count(what: string): void
  violate(rule: string, what: string): void
}
