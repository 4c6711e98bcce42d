import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { insideBrackets, tablesIn } from './support/source/database-tables.ts'
import { files, isTest, moduleName, root, withoutComments } from './support/source/source-files.ts'

const ORDERS = readFileSync(join(root, 'server/modules/orders/tables.ts'), 'utf8')

/** The columns of an order that `deliveries` owns. */
const deliveryColumns = [...ORDERS.matchAll(/^ {4}(deliver\w+|reportUntil): /gm)].map(
  ([, column = '']) => column,
)

/** Updates that cannot be read in the same file, and why they set no column of the delivery. */
const allowed = [
  // The sums of an `OrderPrice`.
  'server/modules/orders/write-order.ts sets totals',
]

test('after the insert only the deliveries module writes the delivery of an order', () => {
  expect(deliveryColumns.toSorted()).toEqual([
    'deliveredAt',
    'deliveryAddress',
    'deliveryCancelledAt',
    'deliveryCity',
    'deliveryDate',
    'deliveryState',
    'deliveryStatus',
    'deliveryWindow',
    'deliveryZip',
    'reportUntil',
  ])
  const wrong = files
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .filter((file) => moduleName(file) !== 'deliveries')
    .flatMap((file) => {
      const local = tablesIn(file).find(({ table }) => table.name === 'orders')?.local
      const found = deliveryWrites(withoutComments(file), local ?? 'orders')
      return found.map((name) => `${file} sets ${name}`)
    })
  expect(wrong).toEqual(allowed)
})

/** Columns set by updates of orders that belong to the delivery or cannot be read in this text. */
function deliveryWrites(text: string, orders: string): string[] {
  const updates = [...text.matchAll(new RegExp(`\\.update\\(\\s*${orders}\\s*\\)`, 'g'))]
  const inSets = updates.flatMap(({ index, 0: call }) => {
    const rest = text.slice(index + call.length)
    const set = /^\s*\.set(?=\()/.exec(rest)
    return set ? writtenBy(text, insideBrackets(rest, set[0].length).trim(), []) : ['an update']
  })
  const raw = new RegExp(`\\bupdate\\s+(only\\s+)?(\\$\\{${orders}\\}|"?orders\\b)`, 'i').test(text)
  const merged = new RegExp(`\\.insert\\(${orders}\\)(?:(?!\\n\\n)[\\s\\S])*?onConflictDoUpdate`)
  return [...inSets, ...(raw ? ['raw SQL'] : []), ...(merged.test(text) ? ['an upsert'] : [])]
}

function writtenBy(text: string, value: string, seen: string[]): string[] {
  const columns = deliveryColumns.filter((name) => new RegExp(`\\b${name}\\b`).test(value))
  const computed = /[{,]\s*\[/.test(value) ? ['computed columns'] : []
  const whole = value.startsWith('{') ? [] : [/^\w+/.exec(value)?.[0] ?? 'an expression']
  const spread = [...value.matchAll(/\.\.\.(?:(\w+)|(\((?!.*\{)))/g)].map(
    ([, name = 'an expression']) => name,
  )
  // A spread within a list belongs to the value of one column.
  const lists = [...value.matchAll(/\w+: \[/g)].map(({ index, 0: start }) =>
    insideBrackets(value, index + start.length - 1),
  )
  const inLists = lists.flatMap((list) =>
    [...list.matchAll(/\.\.\.(\w+)/g)].map(([, name]) => name),
  )
  const names = [...whole, ...spread.filter((name) => !inLists.includes(name))]
  const others = names
    .filter((name) => !seen.includes(name))
    .flatMap((name) => {
      const source = extractObject(text, name)
      return source === undefined ? [name] : writtenBy(text, source, [...seen, name])
    })
  return [...columns, ...computed, ...others]
}

/** The object of a constant in this text, or the one that a function in it returns. */
function extractObject(text: string, name: string): string | undefined {
  const start = new RegExp(`const ${name}(?:: [^=\\n]+)? = (?:\\([^)]*\\)[^=\\n]*=> \\()?(?=\\{)`)
  const found = start.exec(text)
  if (!found) return undefined
  return `{${insideBrackets(text, found.index + found[0].length)}}`
}

test('a write of a delivery is found in every form of update', () => {
  const writes = (text: string) => deliveryWrites(text, 'orders')
  expect(writes('tx.update(orders).set({ deliveredAt }).where(x)')).toEqual(['deliveredAt'])
  expect(writes('tx.update(orders).set({ status, ...(a && { deliveryZip: b }) })')).toEqual([
    'deliveryZip',
  ])
  const constant = 'const rest = { reportUntil: null }\n'
  expect(writes(`${constant}tx.update(orders).set({ ...rest })`)).toEqual(['reportUntil'])
  const returned = 'const fields = (now: Date) => ({ deliveryWindow: null })\n'
  expect(writes(`${returned}tx.update(orders).set(fields(now))`)).toEqual(['deliveryWindow'])
  expect(writes('tx.update(orders).set(values)')).toEqual(['values'])
  expect(writes('tx.update(orders).set({ ...values })')).toEqual(['values'])
  expect(writes('tx.update(orders).set({ ...(a ? b : c) })')).toEqual(['an expression'])
  expect(writes('tx.update(orders).set({ status, [column]: 1 })')).toEqual(['computed columns'])
  expect(writes('const update = tx.update(orders)\nupdate.set(x)')).toEqual(['an update'])
  expect(writes(`sql\`update \${orders} set delivery_date = 1\``)).toEqual(['raw SQL'])
  expect(writes('tx.insert(orders).values(x).onConflictDoUpdate({ set })')).toEqual(['an upsert'])
  expect(writes('tx.update(orders).set({ status, lines: [...old, added] })')).toEqual([])
})
