import { hostname } from 'node:os'
import type { Finding } from '../finding.ts'
import { describeFreeSpace, type FreeSpace, LOW_SPACE_SHARE, readFreeSpace } from '../free-space.ts'

/** The alert ends only above this share, so that it does not flap at the limit. */
const MIN_FREE_SHARE = 0.12

type DiskDeps = { dataDir: string; isEmbedded: boolean; readSpace?: typeof readFreeSpace }

/** The machine's own disk: of the embedded database, of backups and of the log. */
export async function watchDisk(deps: DiskDeps): Promise<Finding> {
  const { dataDir, isEmbedded, readSpace = readFreeSpace } = deps
  // Several machines may share an external database, each with a disk of its own.
  const incident = { kind: 'disk_low', subject: isEmbedded ? '' : hostname() } as const
  const space = await readSpace(dataDir)
  const state = judgeSpace(space)
  if (state !== 'open') return { ...incident, state }
  const machine = isEmbedded ? '' : ` on ${hostname()}`
  const message = `${describeFreeSpace(space)} free for ${dataDir}${machine}. Orders can’t be taken once it is full.`
  return { ...incident, state, message }
}

function judgeSpace({ share }: FreeSpace): Finding['state'] {
  if (share < LOW_SPACE_SHARE) return 'open'
  return share >= MIN_FREE_SHARE ? 'ended' : 'unclear'
}
