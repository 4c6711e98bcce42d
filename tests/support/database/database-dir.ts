import { statfsSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'

const SHM_DIR = '/dev/shm'
const GIB = 2 ** 30

/**
 * Where databases that are gone after the tests lie: in memory where there is plenty. The tests copy
 * a database hundreds of times, each some hundred files, and a disk takes ten times as long for that.
 * Asked by several processes, so only what stays the same decides.
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
