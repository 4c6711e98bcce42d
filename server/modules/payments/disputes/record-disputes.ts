import { eq, inArray } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Tx } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardDispute, CardIntent } from '../port.ts'
import { disputes } from './tables.ts'

type DisputeRow = typeof disputes.$inferSelect

/** Records an order's disputes as the provider reports them. The caller has locked the payment. */
export async function recordDisputes(
  tx: Tx,
  deps: PaymentDeps,
  orderId: string,
  { id: intentId, disputes: reported }: CardIntent,
  { isJustPaid = false } = {},
): Promise<void> {
  if (!reported || reported.length === 0) return
  const ids = reported.map(({ id }) => id)
  const known = await tx.select().from(disputes).where(inArray(disputes.id, ids))
  for (const dispute of reported) {
    const before = known.find(({ id }) => id === dispute.id)
    if (!before) await insert(tx, deps, orderId, intentId, dispute)
    else if (hasChanged(before, dispute)) await update(tx, deps, dispute)
    // A dispute that was already lost when we first read it counts as well. A payment that is
    // applied only now may have started a subscription, which must be paused too.
    const isNew = !before || before.state === 'won' || isJustPaid
    if (isNew && dispute.state !== 'won') await deps.handlers.disputeOpened(tx, orderId)
    await alertStaff(tx, deps, orderId, before, dispute)
  }
  const isOver = reported.every(({ state }) => state !== 'open')
  const wasOpen = known.some(({ state }) => state === 'open')
  if (isOver && wasOpen) await endAlert(tx, deps, { kind: 'dispute_opened', subject: orderId })
}

const hasChanged = (
  before: DisputeRow,
  { state, amountCents, evidenceDueAt, reason }: CardDispute,
) =>
  before.state !== state ||
  before.amountCents !== amountCents ||
  before.reason !== reason ||
  before.evidenceDueAt?.getTime() !== evidenceDueAt?.getTime()

async function insert(
  tx: Tx,
  { clock }: PaymentDeps,
  orderId: string,
  intentId: string,
  { createdAt: openedAt, ...dispute }: CardDispute,
): Promise<void> {
  const now = clock.now()
  const closedAt = dispute.state === 'open' ? null : now
  await tx
    .insert(disputes)
    .values({ ...dispute, orderId, intentId, openedAt, closedAt, updatedAt: now })
}

async function update(
  tx: Tx,
  { clock }: PaymentDeps,
  { id, state, amountCents, reason, evidenceDueAt }: CardDispute,
): Promise<void> {
  const now = clock.now()
  const closedAt = state === 'open' ? null : now
  await tx
    .update(disputes)
    .set({ state, amountCents, reason, evidenceDueAt, closedAt, updatedAt: now })
    .where(eq(disputes.id, id))
}

async function alertStaff(
  tx: Tx,
  deps: PaymentDeps,
  orderId: string,
  before: DisputeRow | undefined,
  dispute: CardDispute,
): Promise<void> {
  if (dispute.state !== 'open' || before?.state === 'open') return
  const message = disputeMessage(orderId, dispute)
  await raiseAlert(tx, deps, { kind: 'dispute_opened', subject: orderId, message })
}

function disputeMessage(
  orderId: string,
  { amountCents, reason, evidenceDueAt }: CardDispute,
): string {
  const due = evidenceDueAt
    ? ` Submit evidence to the payment provider by ${evidenceDueAt.toISOString().slice(0, 10)}.`
    : ''
  const why = reason.replaceAll('_', ' ')
  return `Order ${formatOrderNumber(orderId)}: $${centsToText(amountCents)} is disputed (${why}).${due}`
}
