import type { BoardResult } from './board/bench-board.ts'
import type { DateMeasurements } from './dates/measure-dates.ts'
import type { EventsResult } from './events/bench-events.ts'
import type { HomeMeasurements } from './measure-home.ts'
import type { PricePair, Series, UploadPair } from './measure-server.ts'
import type { StaffMeasurements } from './measure-staff.ts'

/** Results of a run; steps that were not measured are missing. */
export type Result = {
  machine: string
  isPinned: boolean
  loadAverage: { before: number; after: number }
  seconds: number
  bootMs?: number
  /** The unbuilt sources, measured in the same run. */
  fromSources?: { bootMs: number; idleMb: number }
  idleMb?: number
  loadedMb?: number
  packagesMb?: number
  productList?: {
    baseline: Series
    own: Series
    withPriceChanges: PricePair[]
  }
  checkout?: {
    baseline: Series
    placed: Series
    settled: Series
    withUploads: UploadPair[]
  }
  /** CPU time of rendering an email. */
  emailMs?: number
  dates?: DateMeasurements
  board?: BoardResult
  events?: EventsResult
  home?: HomeMeasurements
  staff?: { few?: StaffMeasurements; many?: StaffMeasurements }
  /** Failed steps with their reasons. */
  failed: Record<string, string>
}
