import type { HomeMeasurements } from './measure-home.ts'
import type { Measurement, Series } from './measure-server.ts'
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
    withPriceChanges: { baseline: Measurement; own: Measurement }
  }
  checkout?: {
    baseline: Series
    placed: Series
    settled: Series
    /** Orders placed shortly before, and while staff upload pictures. */
    withPictures: { without: Measurement; during: Measurement }
  }
  home?: HomeMeasurements
  staff?: { few?: StaffMeasurements; many?: StaffMeasurements }
  /** Failed steps with their reasons. */
  failed: Record<string, string>
}
