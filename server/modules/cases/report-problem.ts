import { and, eq } from 'drizzle-orm'
import type { Case, CaseKind } from '#contract/cases/cases.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { LimitRule } from '#server/http/limits.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import { reportUntil } from '#server/modules/deliveries/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import type { CaseDeps } from './deps.ts'
import { findCase, toCase } from './queries.ts'
import { queueKey } from './rules.ts'
import { type EncodedPhoto, encodePhoto, storePhoto } from './set-photo.ts'
import { cases } from './tables.ts'

type Report = { kind: CaseKind; text: string }
/** `photo` in base64. */
type SentReport = Report & { photo?: string | undefined }

const REPORTS: LimitRule = { name: 'case_reports', max: 20, seconds: 86_400 }

/**
 * Rule 66: opens a case about a delivered order of this customer. Of several equal requests at once,
 * one opens it and the others return it.
 */
export async function reportProblem(
  deps: CaseDeps,
  customerId: string,
  orderId: string,
  { photo, ...report }: SentReport,
): Promise<Case & { caseId: string }> {
  await deps.limits.consume(REPORTS, customerId)
  const encoded = photo && (await encodeReportable(deps, customerId, orderId, photo))
  const caseId = await deps.db.transaction(async (tx) => {
    await assertReportable(tx, deps, customerId, orderId)
    const opened = await insertCase(tx, deps, { customerId, orderId, ...report })
    const id = opened ?? (await findEqual(tx, orderId, report))
    if (encoded) await storePhoto(tx, id, encoded)
    return id
  })
  const row = await findCase(deps.db, eq(cases.id, caseId))
  if (!row) throw new Failure('not_found')
  return { ...toCase(row), caseId }
}

/** Checks the order first, because encoding is expensive. Without a readable photo no case is opened. */
async function encodeReportable(
  deps: CaseDeps,
  customerId: string,
  orderId: string,
  photo: string,
): Promise<EncodedPhoto> {
  await deps.db.transaction((tx) => assertReportable(tx, deps, customerId, orderId))
  return encodePhoto(deps, customerId, Buffer.from(photo, 'base64'))
}

/** Locks the order, so that an erasure waits and then finds the case. */
async function assertReportable(
  tx: Tx,
  { clock, shop }: CaseDeps,
  customerId: string,
  orderId: string,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order || order.customerId !== customerId) throw new Failure('not_found')
  const until = reportUntil(order)
  if (!until)
    throw new Failure('report_closed', `This order isn't delivered yet. Call us at ${shop.phone}.`)
  if (clock.now() >= until)
    throw new Failure(
      'report_closed',
      `The 48 hours to report a problem are over. Call us at ${shop.phone} and we'll help.`,
    )
}

/** Returns undefined if such a problem with the order is open already. */
async function insertCase(
  tx: Tx,
  deps: CaseDeps,
  { customerId, orderId, kind, text }: Report & { customerId: string; orderId: string },
): Promise<string | undefined> {
  const createdAt = deps.clock.now()
  const [row] = await tx
    .insert(cases)
    .values({
      id: deps.random.uuid(),
      orderId,
      kind,
      text,
      createdAt,
      queueKey: queueKey('open', createdAt),
    })
    .onConflictDoNothing()
    .returning({ id: cases.id })
  if (!row) return undefined
  const email = { kind: 'case_received', subjectId: orderId, dedupeSuffix: row.id }
  await queueEmail(tx, deps, email)
  const actor = { actor: 'customer' as const, id: customerId }
  await recordAuditEntry(tx, deps, actor, {
    action: 'order.problem_reported',
    subjectId: orderId,
    before: {},
    after: { kind },
  })
  return row.id
}

async function findEqual(tx: Tx, orderId: string, { kind, text }: Report): Promise<string> {
  const [open] = await tx
    .select()
    .from(cases)
    .where(
      and(
        eq(cases.orderId, orderId),
        eq(cases.kind, kind),
        eq(cases.state, 'open'),
        eq(cases.answers, 0),
      ),
    )
  if (open?.text !== text) throw new Failure('already_reported')
  return open.id
}
