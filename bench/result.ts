import type { Series } from './measure-server.ts'
import type { StaffFigures } from './measure-staff.ts'
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
  productList?: { floor: Series; own: Series }
  checkout?: { floor: Series; placed: Series; settled: Series }
  /** withoutCode: the same page on the same phone without JavaScript, the floor of its LCP. */
  page?: { phone: PageLoad; withoutCode: PageLoad; desk?: PageLoad }
  staff?: { few?: StaffFigures; many?: StaffFigures }
  /** Steps that did not come to an end, and why. */
  failed: Record<string, string>
}
