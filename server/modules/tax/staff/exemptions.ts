import { eq } from 'drizzle-orm'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { TaxExemption, TaxExemptionForm } from '#contract/staff/tax.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { taxExemptions } from '../tables.ts'
import type { TaxDeps } from './deps.ts'

type Reply = { exemption: TaxExemption | null }
type ExemptionRow = typeof taxExemptions.$inferSelect

export async function readExemption(deps: TaxDeps, customerId: string): Promise<Reply> {
  await assertCustomer(deps.db, customerId)
  return toReply(deps, await findExemption(deps.db, customerId))
}

/** Records the certificate that exempts a customer, or replaces it. */
export function setExemption(
  deps: TaxDeps,
  actor: Actor,
  customerId: string,
  form: TaxExemptionForm,
): Promise<Reply> {
  const shopTime = { calendar: deps.shop.calendar, now: deps.clock.now() }
  assertPlanDateInRange('expiresOn', form.expiresOn, shopTime)
  if (form.expiresOn < shopDate(shopTime.calendar, shopTime.now)) {
    const message = 'This certificate has expired'
    throw new Failure('invalid', message, { expiresOn: message })
  }
  return changeExemption(deps, actor, customerId, async (tx) => {
    const values = { ...form, updatedAt: deps.clock.now() }
    const [row] = await tx
      .insert(taxExemptions)
      .values({ customerId, ...values })
      .onConflictDoUpdate({ target: taxExemptions.customerId, set: values })
      .returning()
    return row
  })
}

export function endExemption(deps: TaxDeps, actor: Actor, customerId: string): Promise<Reply> {
  return changeExemption(deps, actor, customerId, async (tx) => {
    await tx.delete(taxExemptions).where(eq(taxExemptions.customerId, customerId))
    return undefined
  })
}

function changeExemption(
  deps: TaxDeps,
  actor: Actor,
  customerId: string,
  change: (tx: Tx) => Promise<ExemptionRow | undefined>,
): Promise<Reply> {
  return deps.db.transaction(async (tx) => {
    await assertCustomer(tx, customerId, true)
    const before = await findExemption(tx, customerId)
    const after = await change(tx)
    if (before || after) {
      await recordAuditEntry(tx, deps, actor, {
        action: after ? 'customer.tax_exempted' : 'customer.tax_exemption_ended',
        subjectId: customerId,
        before: auditFields(before),
        after: auditFields(after),
      })
    }
    return toReply(deps, after)
  })
}

async function assertCustomer(db: DbOrTx, id: string, isLocked = false): Promise<void> {
  const query = db.select({ id: customers.id }).from(customers).where(eq(customers.id, id))
  const [customer] = await (isLocked ? query.for('no key update') : query)
  if (!customer) throw new Failure('not_found')
}

async function findExemption(db: DbOrTx, customerId: string): Promise<ExemptionRow | undefined> {
  const [row] = await db
    .select()
    .from(taxExemptions)
    .where(eq(taxExemptions.customerId, customerId))
  return row
}

const auditFields = (row: ExemptionRow | undefined) =>
  row ? { certificate: row.certificate, expiresOn: row.expiresOn } : {}

function toReply({ clock, shop }: TaxDeps, row: ExemptionRow | undefined): Reply {
  if (!row) return { exemption: null }
  const { certificate, expiresOn } = row
  const isExpired = expiresOn < shopDate(shop.calendar, clock.now())
  return { exemption: { certificate, expiresOn, isExpired } }
}
