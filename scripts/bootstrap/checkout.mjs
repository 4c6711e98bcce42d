// These scripts run before anything is installed: plain JavaScript, Node 20, no packages.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

export const inCheckout = (...parts) => join(root, ...parts)

/** Returns the content of a file, or undefined if it does not exist. */
export function readIfExists(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Hashes names and contents of files and folders, not their modification times. */
export function fingerprint(paths, isIncluded = () => true) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesUnder(inCheckout(path))) {
      const name = relative(root, file).split(sep).join('/')
      if (isIncluded(name)) hash.update(`${name}\0`).update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesUnder(join(path, name)))
}
