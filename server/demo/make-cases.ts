import { createHash } from 'node:crypto'
import type { Tx } from '#server/db/client.ts'
import { queueKey } from '#server/modules/cases/index.ts'
import { casePhotos, cases } from '#server/modules/cases/tables.ts'
import type { Random } from '#server/runtime.ts'
import { DEMO_PHOTO } from './demo-photo.ts'
import type { DemoContext, OrderPlan } from './order-plan.ts'

const HOUR_MS = 3_600_000

/** The two delivered orders that have a case. */
type ReportedOrders = { latest: OrderPlan; earlier: OrderPlan }
type CaseDeps = { context: DemoContext; random: Random; reported: ReportedOrders }

const hoursAgo =
  ({ calendar }: DemoContext) =>
  (hours: number) =>
    new Date(calendar.now.getTime() - hours * HOUR_MS)

/** Chooses the orders that have a case and sets when they were delivered, before they are inserted. */
export function planReported(
  context: DemoContext,
  plans: readonly OrderPlan[],
): ReportedOrders | undefined {
  const ago = hoursAgo(context)
  const [latest, earlier] = plans
    .filter(({ delivery }) => delivery === 'delivered')
    .toSorted((a, b) => b.deliveryDate.localeCompare(a.deliveryDate) || a.id.localeCompare(b.id))
  if (!latest || !earlier) return
  latest.deliveredAt = ago(20)
  earlier.deliveredAt = ago(47)
  return { latest, earlier }
}

/** Rule 66: what staff find in the queue: an open case with a photo, and one that was answered. */
export async function makeCases(
  tx: Tx,
  { context, random, reported: { latest, earlier } }: CaseDeps,
): Promise<void> {
  const ago = hoursAgo(context)
  const openId = random.uuid()
  await tx.insert(cases).values({
    id: openId,
    orderId: latest.id,
    kind: 'damaged',
    text: 'One bottle has a crack and leaks. There is a puddle at the door.',
    createdAt: ago(3),
    queueKey: queueKey('open', ago(3)),
  })
  const bytes = Buffer.from(DEMO_PHOTO, 'base64')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await tx.insert(casePhotos).values({ caseId: openId, hash, bytes })

  await tx.insert(cases).values({
    id: random.uuid(),
    orderId: earlier.id,
    kind: 'wrong-count',
    text: 'We got one bottle more than we ordered.',
    state: 'answered',
    createdAt: ago(40),
    outcome: 'closed',
    message: 'Thank you for telling us. Please keep it, it is on us.',
    answeredBy: 'admin@carboy.example',
    answeredAt: ago(30),
    answers: 1,
    queueKey: queueKey('answered', ago(30)),
  })
}
