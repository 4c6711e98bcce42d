import { sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { SubscriptionImportReport } from '#contract/staff/subscription-imports.ts'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import { addDepositOpenings } from '#server/modules/deposits/index.ts'
import { addCustomers } from '#server/modules/identity/index.ts'
import type { ImportDeps } from './deps.ts'
import { type PlannedLine, planLines, readImportFile, toReport } from './file/plan-import.ts'
import { importedSubscriptions } from './tables.ts'

type FileDeps = Pick<ImportDeps, 'db' | 'clock' | 'random' | 'shop'>

/** Rule 67: shows what an import would do. Writes nothing. */
export async function previewImport(
  deps: FileDeps,
  bytes: Buffer | undefined,
): Promise<SubscriptionImportReport> {
  const file = await readImportFile(deps.db, deps, bytes)
  return toReport(file, await planLines(deps.db, file.lines))
}

type ImportChoice = { hash: string; lines: 'all' | 'good' }

/**
 * Imports the previewed file, or its lines without errors, in one transaction. Imports run one after
 * the other, and a line that is known already is left alone: a double click, a repeat after a
 * restart and a second owner import nothing twice.
 */
export async function importSubscriptions(
  deps: FileDeps,
  actor: Actor,
  bytes: Buffer | undefined,
  { hash, lines }: ImportChoice,
): Promise<SubscriptionImportReport> {
  const file = await readImportFile(deps.db, deps, bytes)
  if (file.hash !== hash) {
    const message = 'The file or your products have changed since the preview. Preview it again.'
    throw new Failure('stale', message)
  }
  const [first] = file.errors
  if (first && lines === 'all') {
    throw new Failure('invalid', `Nothing was imported. Line ${first.line}: ${first.message}`)
  }
  return deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('subscription import'))`)
    const plan = await planLines(tx, file.lines)
    const report = toReport(file, plan)
    await insertLines(
      tx,
      deps,
      actor,
      plan.lines.filter(({ outcome }) => outcome === 'ready'),
      report,
    )
    return report
  })
}

async function insertLines(
  tx: Tx,
  deps: FileDeps,
  actor: Actor,
  lines: readonly PlannedLine[],
  { ready, imported, subscribed, broken, hash }: SubscriptionImportReport,
): Promise<void> {
  if (lines.length === 0) return
  const now = deps.clock.now()
  const customerIds = await addCustomers(tx, deps, actor, lines)
  const rows = lines.map((line) => ({
    id: deps.random.uuid(),
    customerId: customerIds.get(line.email) ?? '',
    matchKey: line.matchKey,
    customerName: line.name,
    customerEmail: line.email,
    customerPhone: line.phone,
    deliveryAddress: line.street,
    deliveryCity: line.city,
    deliveryState: line.state,
    deliveryZip: line.zip,
    items: line.items,
    frequency: line.frequency,
    nextDate: line.nextDate,
    bottlesHeld: line.bottles.bottlesHeld,
    notes: line.notes,
    staffEmail: actor.email,
    importedAt: now,
  }))
  await insertRows(tx, importedSubscriptions, rows)
  await addDepositOpenings(
    tx,
    rows.flatMap(({ id, customerId, bottlesHeld }, nth) => {
      const { onDeposit: bottles = 0, depositCents = 0 } = lines[nth]?.bottles ?? {}
      if (bottlesHeld === 0) return []
      const cents = depositCents ?? bottles * deps.shop.depositCents
      return [{ id, customerId, bottlesHeld, bottles, cents, staffEmail: actor.email, at: now }]
    }),
  )
  await recordAuditEntries(tx, deps, actor, [
    {
      action: 'subscriptions.imported',
      subjectId: rows[0]?.id ?? '',
      before: {},
      after: { lines: ready, imported, subscribed, broken, file: hash },
    },
  ])
}
