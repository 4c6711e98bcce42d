import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ne, sql } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import { IMPORT_MAX_ROWS } from '#contract/staff/imports.ts'
import type { SubscriptionImportReport } from '#contract/staff/subscription-imports.ts'
import { readCsv } from '#server/csv/read-csv.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { activeProducts } from '#server/modules/catalog/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { ShopClock } from '#server/runtime.ts'
import { importedSubscriptions } from '../tables.ts'
import { findColumns } from './find-columns.ts'
import { type ImportLine, type LineError, readLine, toMatchKey } from './read-line.ts'

type ImportFile = {
  lines: ImportLine[]
  errors: LineError[]
  ignored: string[]
  hash: string
  productNames: Map<string, string>
}

const BATCH = 200

/** Reads and validates the file. Reads the products, writes nothing. */
export async function readImportFile(
  db: DbOrTx,
  { clock, shop }: ShopClock,
  bytes: Buffer | undefined,
): Promise<ImportFile> {
  const { header, rows } = await readCsv(bytes, IMPORT_MAX_ROWS)
  const now = clock.now()
  const products = await activeProducts(db, now)
  const columns = findColumns(header, products)
  const context = { columns, products, calendar: shop.calendar, now }
  const errors: LineError[] = []
  const lines = new Map<string, ImportLine>()
  for (const [nth, { line, cells }] of rows.entries()) {
    if (nth % BATCH === 0) await yieldToEventLoop()
    if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
      errors.push({ line, column: null, message: 'This row has more values than columns' })
      continue
    }
    const read = readLine(line, cells, context, errors)
    if (!read) continue
    const first = lines.get(read.matchKey)
    if (first) {
      const message = `Line ${first.line} has the same email and street. Put all products of an address into one line.`
      errors.push({ line, column: null, message })
    } else lines.set(read.matchKey, read)
  }
  return {
    lines: [...lines.values()],
    errors,
    ignored: columns.ignored,
    hash: hashPreview(bytes, products),
    productNames: new Map(products.map(({ id, name }) => [id, name])),
  }
}

/** Includes the products: a renamed one would be ignored, and another price was not previewed. */
function hashPreview(
  bytes: Buffer | undefined,
  products: readonly { id: string; name: string; priceCents: number }[],
): string {
  const known = products.map(({ id, name, priceCents }) => [id, name, priceCents])
  return createHash('sha256')
    .update(bytes ?? '')
    .update(JSON.stringify(known))
    .digest('base64url')
}

type Outcome = SubscriptionImportReport['lines'][number]['outcome']
export type PlannedLine = ImportLine & { outcome: Outcome }
type ImportPlan = { lines: PlannedLine[]; knownEmails: Set<string> }

/** Finds lines that were imported before, and customers who have a subscription at the address. */
export async function planLines(db: DbOrTx, lines: readonly ImportLine[]): Promise<ImportPlan> {
  const keys = lines.map(({ matchKey }) => matchKey)
  const emails = [...new Set(lines.map(({ email }) => email))]
  const imported = await db
    .select({ key: importedSubscriptions.matchKey })
    .from(importedSubscriptions)
    .where(sql`${importedSubscriptions.matchKey} = any(${sql.param(keys)})`)
  const known = await db
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .where(sql`${customers.email} = any(${sql.param(emails)})`)
  const emailById = new Map(known.map(({ id, email }) => [id, email]))
  const running =
    known.length === 0
      ? []
      : await db
          .select({ customerId: subscriptions.customerId, street: subscriptions.deliveryAddress })
          .from(subscriptions)
          .where(
            sql`${ne(subscriptions.status, 'cancelled')} and ${subscriptions.customerId} = any(${sql.param([...emailById.keys()])})`,
          )
  const importedKeys = new Set(imported.map(({ key }) => key))
  const runningKeys = new Set(
    running.map(({ customerId, street }) =>
      toMatchKey(emailById.get(customerId ?? '') ?? '', street ?? ''),
    ),
  )
  const toOutcome = (key: string): Outcome => {
    if (importedKeys.has(key)) return 'imported'
    return runningKeys.has(key) ? 'subscribed' : 'ready'
  }
  return {
    lines: lines.map((line) => ({ ...line, outcome: toOutcome(line.matchKey) })),
    knownEmails: new Set(emailById.values()),
  }
}

const MAX_LINES = 50

export function toReport(file: ImportFile, { lines, knownEmails }: ImportPlan) {
  const count = (outcome: Outcome) => lines.filter((line) => line.outcome === outcome).length
  const added = lines.filter(({ outcome, email }) => outcome === 'ready' && !knownEmails.has(email))
  const errors = file.errors.toSorted((a, b) => a.line - b.line)
  return {
    ready: count('ready'),
    imported: count('imported'),
    subscribed: count('subscribed'),
    broken: new Set(errors.map(({ line }) => line)).size,
    newCustomers: new Set(added.map(({ email }) => email)).size,
    ...countBottles(lines.filter(({ outcome }) => outcome === 'ready')),
    lines: lines.slice(0, MAX_LINES).map((line) => ({
      line: line.line,
      outcome: line.outcome,
      name: line.name,
      email: line.email,
      items: describeItems(line.items, file.productNames),
      frequency: line.frequency,
      nextDate: line.nextDate,
      total: centsToText(line.totalCents),
    })),
    errors: errors.slice(0, IMPORT_MAX_ROWS),
    errorCount: errors.length,
    ignored: file.ignored,
    hash: file.hash,
  } satisfies SubscriptionImportReport
}

/** The effect of the file's deposits, for the preview. */
const countBottles = (lines: readonly PlannedLine[]) => ({
  withoutDepositCount: lines.filter(({ bottles }) => bottles.isAssumed).length,
  bottlesToCharge: lines.reduce(
    (sum, { bottles }) => sum + bottles.bottlesHeld - bottles.onDeposit,
    0,
  ),
})

/** '3 × Spring Water 5 Gallon, 1 × Alkaline Water 3 Gallon' */
export const describeItems = (
  items: readonly { productId: string; quantity: number }[],
  names: ReadonlyMap<string, string>,
): string =>
  items.map(({ productId, quantity }) => `${quantity} × ${names.get(productId) ?? '?'}`).join(', ')
