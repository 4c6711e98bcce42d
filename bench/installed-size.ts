import { type Dirent, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type LockedPackage = { dev?: boolean }

/** Size on disk of the production packages, including PostgreSQL. */
export function productionPackagesMb(root: string): number {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, LockedPackage>)
  const bytes = packages
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .map(([path]) => join(root, path))
    .filter((folder) => existsSync(folder))
    .reduce((sum, folder) => sum + folderSize(folder), 0)
  return bytes / 1024 / 1024
}

/** Skips nested packages, which have their own lockfile entries. */
function folderSize(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => sum + entrySize(folder, entry), 0)
}

function entrySize(folder: string, entry: Dirent): number {
  const path = join(folder, entry.name)
  if (entry.isDirectory()) return folderSize(path)
  const { blocks, size } = lstatSync(path)
  return blocks === undefined ? size : blocks * 512
}
