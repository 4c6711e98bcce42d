import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseTables, findOwner, tablesIn } from './support/source/database-tables.ts'
import { files, isTest, moduleName, root, withoutComments } from './support/source/source-files.ts'

const serverFiles = files.filter((file) => file.startsWith('server/') && !isTest(file))

test('one function of the server computes prices', () => {
  const pricesItems = /\b(priceOrder|orderTotals)\b/
  const callers = serverFiles.filter((path) =>
    pricesItems.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(callers).toEqual(['server/modules/catalog/price-items.ts'])
})

test('tables are defined in files of that name, and imported from these by their own names', () => {
  expect(databaseTables.length).toBeGreaterThan(90)
  const misplaced = databaseTables.filter(({ file }) => !/\/([a-z]+-)?tables\.ts$/.test(file))
  expect(misplaced.map(({ file }) => file)).toEqual([])
  const hidden = serverFiles.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const lines = text.match(/^(export .* from|import \* as \w+ from) '.*tables\.ts'$/gm) ?? []
    return lines.map((line) => `${file}: ${line}`)
  })
  expect(hidden).toEqual([
    // Tables of the card sandbox, which no module may import.
    "server/demo/copy-balance.ts: import * as sandbox from '#server/adapters/sandbox/tables.ts'",
  ])
})

test('no SQL names a table of another module', () => {
  const wrong = serverFiles.flatMap((file) => {
    const used = tablesNamedIn(withoutComments(file))
    return databaseTables
      .filter(({ name, owner }) => owner !== findOwner(file) && used.has(name))
      .map(({ name }) => `${file} names ${name}`)
  })
  expect(wrong).toEqual([])
})

/** Tables that SQL in this text names: after `from`, `join` and the like, or in a list of `from`. */
function tablesNamedIn(text: string): Set<string> {
  const named = text.matchAll(
    /\b(?:from|join|update|into|truncate|table)\s+(?:only\s+)?"?([a-z_]+)\b(?! ')/gi,
  )
  const listed = [...text.matchAll(/\bfrom\s+(?=["$\w(])/gi)].flatMap(({ index, 0: { length } }) =>
    fromList(text.slice(index + length, index + length + 1000)),
  )
  return new Set([...[...named].map(([, name = '']) => name.toLowerCase()), ...listed])
}

const END_OF_FROM = /^\b(where|group|order|limit|union|returning|having|for|set|on|do)\b/i

/** The tables of a list in `from`; what is in brackets is a query or a function's arguments. */
function fromList(text: string): string[] {
  const items = ['']
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (depth === 0 && (/[)\]}`';]/.test(char) || END_OF_FROM.test(text.slice(at)))) break
    if ('([{'.includes(char)) depth++
    if (depth === 0 && char === ',') items.push('')
    else if (depth === 0) items[items.length - 1] += char
    if (')]}'.includes(char)) depth--
  }
  return items.slice(1).map((item) => /^\s*"?([a-z_]+)/.exec(item)?.[1] ?? '')
}

test('a table is found in every form of SQL', () => {
  const tables = (sql: string) => [...tablesNamedIn(sql)].filter((name) => name.length > 1)
  expect(tables('select 1 from a, orders where x')).toEqual(['orders'])
  expect(tables('from (select 1, 2) as a, "orders" o, staff')).toEqual(['orders', 'staff'])
  expect(tables(`from \${a} as b, orders`)).toEqual(['orders'])
  expect(tables('update only orders set x')).toEqual(['orders'])
  expect(tables('select * from a where b in (x) order by c, orders')).toEqual([])
  expect(tables('from unnest(x, orders) as y')).toEqual(['unnest'])
})

test('a module writes only its own tables', () => {
  const wrong = files.flatMap((file) => {
    const current = moduleName(file)
    if (!current || isTest(file)) return []
    const text = withoutComments(file)
    return (
      tablesIn(file)
        .filter(({ table }) => table.owner !== current)
        // A delivery's columns are columns of its order.
        .filter(({ table }) => !(current === 'deliveries' && table.name === 'orders'))
        .filter(({ local }) => isWritten(local, text))
        .map(({ table }) => `${file} writes ${table.name}`)
    )
  })
  expect(wrong).toEqual([])
  expect(isWritten('orders', 'db.with(due).update(orders).set({})')).toBe(true)
  expect(isWritten('orders', 'await insertRows(tx, orders, rows)')).toBe(true)
  expect(isWritten('orders', `sql\`delete from only \${orders} where\``)).toBe(true)
  expect(isWritten('orders', 'db.select().from(orders)')).toBe(false)
})

const isWritten = (table: string, text: string) =>
  new RegExp(
    `\\.(insert|update|delete)\\(\\s*${table}\\s*\\)|insertRows\\(\\s*\\w+,\\s*${table}\\b|` +
      `(insert into|merge into|update|delete from|truncate)\\s+(only\\s+)?\\$\\{${table}\\}`,
    'i',
  ).test(text)

test('the tables of a file are read from every form of import', () => {
  const imported = (file: string) =>
    tablesIn(file).map(({ table }) => `${table.owner} ${table.name}`)
  expect(imported('server/modules/payments/card-testing/breaker.ts')).toEqual([
    'server/http rate_limits',
    'payments declines',
    'payments payments',
  ])
  const nested = databaseTables.filter(({ file }) => /^server\/modules\/\w+\/.+\/tables/.test(file))
  expect(nested.map(({ owner }) => owner)).toContain('backoffice')
})
