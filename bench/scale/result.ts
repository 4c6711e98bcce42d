import type { Measurement } from '../measure-server.ts'
import type { DiskSize } from './fill/disk-size.ts'
import type { Sizes } from './sizes.ts'

/** Milliseconds of a single request, nothing cached. Other load disturbs the fastest the least. */
export type Latency = { fastest: number; p50: number; slowest: number }

/** The same request on the nearly empty and on the large database. */
export type LatencyPair = { name: string; small: Latency; large: Latency; isList: boolean }

export type CheckoutPair = { small: Measurement; large: Measurement }

export type MorningResult = {
  cycles: number
  seconds: number
  /** CPU time of all processes per charge, without their start. */
  cpuMsPerCharge: number
  charges: number
  /** Deliveries that were charged more than once, by the provider's count. */
  doubles: number
  unpaid: number
}

export type PlanMeasurement = {
  stops: number
  /** From the request until the plan was there. */
  seconds: number
  /** Of them, before the search started: reading the day. */
  startSeconds: number
  served: number
  routes: number
  /** The longest that a staff list took in the meantime. */
  longestWaitMs: number
}

/** What was not measured is missing. */
export type ScaleResult = {
  machine: string
  size: number
  sizes: Sizes
  loadAverage: { before: number; after: number }
  seconds: number
  fill?: { seconds: number; steps: Record<string, number> }
  disk?: DiskSize
  /** Rebuilding all daily totals, as a change of the time zone does. */
  rollupSeconds?: number
  requests?: LatencyPair[]
  checkout?: CheckoutPair[]
  morning?: { small: MorningResult; large: MorningResult }
  plan?: { small: PlanMeasurement; large: PlanMeasurement }
  /** Failed steps with their reasons. */
  failed: Record<string, string>
}
