import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { files, isTest, moduleName, root, withoutComments } from './support/source/source-files.ts'

test('one function of the server computes prices', () => {
  const pricesItems = /\b(priceOrder|orderTotals)\b/
  const callers = files.filter(
    (path) =>
      path.startsWith('server/') &&
      !isTest(path) &&
      pricesItems.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(callers).toEqual(['server/modules/catalog/price-items.ts'])
})

const deliveryColumns = [
  'deliveryDate',
  'deliveryStatus',
  'deliveryAddress',
  'deliveryCity',
  'deliveryState',
  'deliveryZip',
]

test('after the insert only the deliveries module writes the delivery of an order', () => {
  const wrong = files.filter((file) => {
    if (!file.startsWith('server/') || isTest(file) || moduleName(file) === 'deliveries')
      return false
    const text = withoutComments(file)
    const updates = [...text.matchAll(/\.update\(orders\)\s*\.set\(([\s\S]*?)\)\s*\.where/g)]
    const sets = updates.map(([, set = '']) => set + spreadText(text, set)).join('\n')
    return deliveryColumns.some((column) => new RegExp(`\\b${column}\\b`).test(sets))
  })
  expect(wrong).toEqual([])
})

/** Returns the source of objects that an update spreads, if they are in the same file. */
function spreadText(text: string, set: string): string {
  return [...set.matchAll(/\.\.\.(\w+)/g)]
    .map(([, name]) => new RegExp(`const ${name}[^=]*=([\\s\\S]*?)\\n\\n`).exec(text)?.[1] ?? '')
    .join('\n')
}

test('no SQL uses a table of another module', () => {
  const owners = files.filter((file) => /^server\/modules\/[^/]+\/tables\.ts$/.test(file))
  const tables = owners.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const names = [...text.matchAll(/pgTable\(\s*'([a-z_]+)'/g)]
    return names.map(([, name]) => ({ name, owner: moduleName(file) }))
  })
  expect(tables.length).toBeGreaterThan(20)
  const wrong = files
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .flatMap((file) => {
      const text = withoutComments(file)
      return tables
        .filter(({ owner }) => owner !== moduleName(file))
        .filter(({ name }) =>
          new RegExp(`\\b(from|join|update|into)\\s+"?${name}\\b(?! ')`, 'i').test(text),
        )
        .map(({ name }) => `${file} names ${name}`)
    })
  expect(wrong).toEqual([])
})

test('a module writes only its own tables', () => {
  const wrong = files.flatMap((file) => {
    const current = moduleName(file)
    if (!current || isTest(file)) return []
    return (
      [...readFileSync(join(root, file), 'utf8').matchAll(TABLE_IMPORTS)]
        .map(([, names = '', owner = '']) => ({ names: names.match(/\w+/g) ?? [], owner }))
        .filter(({ owner }) => owner !== current)
        // A delivery's columns are columns of its order.
        .filter(({ owner }) => !(current === 'deliveries' && owner === 'orders'))
        .flatMap(({ names }) => names.filter((name) => isWritten(name, withoutComments(file))))
        .map((name) => `${file} writes ${name}`)
    )
  })
  expect(wrong).toEqual([])
  expect(isWritten('orders', 'db.with(due).update(orders).set({})')).toBe(true)
  expect(isWritten('orders', 'db.select().from(orders)')).toBe(false)
})

const TABLE_IMPORTS = /import \{([^}]*)\} from '#server\/modules\/(\w+)\/tables\.ts'/g

const isWritten = (table: string, text: string) =>
  new RegExp(
    `\\.(insert|update|delete)\\(${table}\\)|(insert into|update|delete from) \\$\\{${table}\\}`,
  ).test(text)
