import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type TriggerSources = { hash: string; statements: string[]; functions: string[] }

/**
 * Reads the SQL functions and triggers of this version. Files are sorted by name, and a file may use
 * functions of earlier ones: `rollups` is before `rollups-orders`.
 */
export function readTriggerSources(folder: string): TriggerSources {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort()
  const statements = names.map((name) => readFileSync(join(folder, `${name}.sql`), 'utf8'))
  return {
    hash: createHash('sha256').update(statements.join('\0')).digest('hex'),
    statements,
    functions: statements.flatMap((sql) =>
      [...sql.matchAll(/^create function (\w+)\(/gm)].map(([, name = '']) => name),
    ),
  }
}
