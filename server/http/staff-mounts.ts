import type { Mount } from './mount.ts'
import type { MountCsv } from './mount-csv.ts'
import type { MountList } from './mount-list.ts'

/** The ways in which a staff list is served: calls, pages, files, and calls that bring a file. */
export type StaffMounts = {
  mount: Mount
  mountList: MountList
  mountCsv: MountCsv
  mountUpload: Mount
}
