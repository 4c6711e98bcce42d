import type { Mount } from './mount.ts'
import type { MountCsv } from './mount-csv.ts'
import type { MountList } from './mount-list.ts'

/** Mount functions for staff routes: JSON endpoints, paged lists, CSV exports and CSV uploads. */
export type StaffRouter = {
  mount: Mount
  mountList: MountList
  mountCsv: MountCsv
  mountUpload: Mount
}
