import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { files, isTest, moduleName, root } from './source-files.ts'

type DatabaseTable = { variable: string; name: string; file: string; owner: string }

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** A table belongs to the module of its file, or else to its folder. */
export const findOwner = (file: string) => moduleName(file) ?? dirname(file)

const DEFINITION = /const (\w+)(?:: [^=]+)? = pgTable\(\s*'([a-z_]+)'/g

export const databaseTables = files
  .filter((file) => file.startsWith('server/') && !isTest(file))
  .flatMap((file) =>
    [...read(file).matchAll(DEFINITION)].map(
      ([, variable = '', name = '']): DatabaseTable => ({
        variable,
        name,
        file,
        owner: findOwner(file),
      }),
    ),
  )

type TableImport = { table: DatabaseTable; local: string }

const NAMED_IMPORT = /(?:^|\n)import \{([^}]*)\} from '([^']*)'/g

/** The tables that a file imports or defines, each with its name there. */
export function tablesIn(file: string): TableImport[] {
  const own = databaseTables
    .filter((table) => table.file === file)
    .map((table) => ({ table, local: table.variable }))
  const imported = [...read(file).matchAll(NAMED_IMPORT)].flatMap(([, names = '', from = '']) => {
    const path = from.startsWith('#') ? from.slice(1) : relativePath(file, from)
    return names.split(',').flatMap((entry) => {
      const [variable, local = variable] = entry.trim().split(' as ')
      const table = databaseTables.find(
        (candidate) => candidate.file === path && candidate.variable === variable,
      )
      return table && local ? [{ table, local }] : []
    })
  })
  return [...own, ...imported]
}

const relativePath = (file: string, from: string) =>
  relative(root, resolve(root, dirname(file), from))

/** The text from an opening bracket to the one that closes it, without both. */
export function insideBrackets(text: string, open: number): string {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at] ?? '')) depth++
    if (')]}'.includes(text[at] ?? '')) depth--
    if (depth === 0) return text.slice(open + 1, at)
  }
  throw new Error(`no bracket closes ${text.slice(open, open + 80)}`)
}
