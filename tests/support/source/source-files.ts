import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')
export const roots = ['contract', 'server', 'web', 'tests', 'simulation', 'bench', 'drills']

/** Every source file, with its path from the root. */
export const files = roots.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)

export const withoutComments = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/^(import|export)[^;]*?from '[^']*'$/gm, '')

export const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file)

export const moduleName = (path: string) => /^server\/modules\/([^/]+)\//.exec(path)?.[1]
