import type { Mount } from './mount.ts'
import type { MountCsv } from './mount-csv.ts'
import type { MountList } from './mount-list.ts'
import type { MountStream } from './mount-stream.ts'

/** Mount functions for staff routes: JSON endpoints, paged lists, CSV exports, CSV uploads and event streams. */
export type StaffRouter = {
  mount: Mount
  mountList: MountList
  mountCsv: MountCsv
  mountUpload: Mount
  mountStream: MountStream
}
