import type { Series } from './measure-server.ts'
import type { StaffMeasurements } from './measure-staff.ts'
import type { PageLoad } from './page-load.ts'

/** Whatever could be measured in the time that there was. */
export type Result = {
  machine: string
  isPinned: boolean
  loadAverage: { before: number; after: number }
  seconds: number
  bootMs?: number
  /** Of the sources, in the same run. */
  fromSources?: { bootMs: number; idleMb: number }
  idleMb?: number
  loadedMb?: number
  packagesMb?: number
  productList?: { baseline: Series; own: Series }
  checkout?: { baseline: Series; placed: Series; settled: Series }
  /** withoutCode: the same page on the same phone without JavaScript, the baseline of its LCP. */
  page?: { phone: PageLoad; withoutCode: PageLoad; desktop?: PageLoad }
  staff?: { few?: StaffMeasurements; many?: StaffMeasurements }
  /** Steps that did not come to an end, and why. */
  failed: Record<string, string>
}
