import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = packageFolder(dirname(fileURLToPath(import.meta.url)))

/**
 * What the server reads from disk while it runs. Found from the package's folder, because a source
 * file and the bundle that it becomes a part of lie in different places.
 */
export const shopFiles = {
  migrations: join(root, 'server', 'db', 'migrations'),
  triggers: join(root, 'server', 'db', 'triggers'),
  /** What the build has made. */
  dist: join(root, 'dist'),
}

function packageFolder(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The server runs outside its package: no package.json')
  return packageFolder(parent)
}
