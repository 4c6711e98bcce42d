import { statfsSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'

const MEMORY = '/dev/shm'
const GIB = 2 ** 30

/**
 * Where databases that are gone after the tests lie: in memory where there is plenty. The tests copy
 * a database hundreds of times, each some hundred files, and a disk takes ten times as long for that.
 * Asked by several processes, so only what stays the same decides.
 */
export const databasePlace = () => (hasRoomyMemory() ? MEMORY : tmpdir())

function hasRoomyMemory(): boolean {
  if (totalmem() < 8 * GIB) return false
  try {
    const { blocks, bsize } = statfsSync(MEMORY)
    return blocks * bsize >= 4 * GIB
  } catch {
    return false
  }
}
