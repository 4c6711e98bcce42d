import { statfsSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'

const SHM_DIR = '/dev/shm'
const GIB = 2 ** 30

/**
 * Directory of temporary test databases: in memory if there is enough. Tests copy a database hundreds
 * of times, and a disk takes ten times as long. Several processes must get the same result, so it
 * depends only on values that do not change.
 */
export const databaseDir = () => (hasEnoughMemory() ? SHM_DIR : tmpdir())

function hasEnoughMemory(): boolean {
  if (totalmem() < 8 * GIB) return false
  try {
    const { blocks, bsize } = statfsSync(SHM_DIR)
    return blocks * bsize >= 4 * GIB
  } catch {
    return false
  }
}
