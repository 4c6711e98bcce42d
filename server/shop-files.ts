import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = packageFolder(dirname(fileURLToPath(import.meta.url)))

/**
 * Files that the server reads at run time. Paths start at the package folder, because the sources and
 * the bundle are in different folders.
 */
export const shopFiles = {
  package: join(root, 'package.json'),
  migrations: join(root, 'server', 'db', 'migrations'),
  triggers: join(root, 'server', 'db', 'triggers'),
  /** Build output. */
  dist: join(root, 'dist'),
}

function packageFolder(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error('package.json not found: the server must run inside its package')
  return packageFolder(parent)
}
