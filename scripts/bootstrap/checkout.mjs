// These scripts run before anything is installed: plain JavaScript, Node 20, no packages.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

export const inCheckout = (...parts) => join(root, ...parts)

/** The content of a file, or undefined where there is none. */
export function readIfExists(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** One fingerprint of files and whole folders: of their names and contents, not their dates. */
export function fingerprint(paths, isWanted = () => true) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesUnder(inCheckout(path))) {
      const name = relative(root, file).split(sep).join('/')
      if (isWanted(name)) hash.update(`${name}\0`).update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesUnder(join(path, name)))
}
