import { describeFreeSpace, LOW_SPACE_SHARE, readFreeSpace } from '#server/health/free-space.ts'
import { type CheckResult, fail, ok, warn } from '../check.ts'

/** PostgreSQL rejects all writes once the disk is full. */
const VERY_LOW_SHARE = 0.03

export async function checkDisk(dataDir: string): Promise<CheckResult> {
  const space = await readFreeSpace(dataDir)
  const message = `${describeFreeSpace(space)} free for ${dataDir}`
  if (space.share < VERY_LOW_SHARE) return fail(`${message}. Free space now.`)
  if (space.share < LOW_SPACE_SHARE) return warn(`${message}. Free space soon.`)
  return ok(`${message}.`)
}
