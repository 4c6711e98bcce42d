import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

export type FreeSpace = { freeBytes: number; share: number }

/** Below this share, staff are alerted and the doctor warns. */
export const LOW_SPACE_SHARE = 0.1

/** The space that this user may still fill on the disk of a folder, which may not exist yet. */
export async function readFreeSpace(folder: string): Promise<FreeSpace> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder)
    // Some file systems of containers report no size.
    return { freeBytes: bavail * bsize, share: blocks > 0 ? bavail / blocks : 1 }
  } catch (error) {
    const parent = dirname(folder)
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== folder
    if (!isMissing) throw error
    return readFreeSpace(parent)
  }
}

/** For example "12.3 GB, 8% of the disk". */
export const describeFreeSpace = ({ freeBytes, share }: FreeSpace): string =>
  `${(freeBytes / 1e9).toFixed(1)} GB, ${Math.floor(share * 100)}% of the disk`
