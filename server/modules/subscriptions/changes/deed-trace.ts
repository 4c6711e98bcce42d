import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, writeDown } from '#server/modules/audit/index.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import type { Clock } from '#server/world.ts'
import { cycles, subscriptions } from '../tables.ts'

type Deed = { do: string; cycle?: number }

/** X7: does it and writes down what it changed, the same facts before and after. */
export async function withTrace<T>(
  tx: Tx,
  deps: { clock: Clock },
  actor: Actor | { actor: 'system' },
  { id, deed, act }: { id: string; deed: Deed; act: () => Promise<T> },
): Promise<T> {
  const before = await factsOf(tx, id, deed.cycle)
  const done = await act()
  const after = await factsOf(tx, id, deed.cycle)
  const changed = Object.keys(after.facts).filter(
    (name) => before.facts[name] !== after.facts[name],
  )
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  await writeDown(tx, deps, actor, {
    deed: `subscription.${deed.do}`,
    subjectId: id,
    before: only(before.facts),
    after: { ...(after.date && { deliveryDate: after.date }), ...only(after.facts) },
  })
  return done
}

type Facts = Record<string, string | boolean | null>

async function factsOf(tx: Tx, id: string, cycle: number | undefined) {
  const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id))
  if (!subscription) throw new Failure('not_found')
  const { status, pausedUntil, nextDate } = subscription
  const facts: Facts = { status, pausedUntil, nextDate }
  if (cycle === undefined) return { facts, date: undefined }
  const [row] = await tx
    .select()
    .from(cycles)
    .where(and(eq(cycles.subscriptionId, id), eq(cycles.cycle, cycle)))
  facts.delivery = row?.status ?? 'planned'
  facts.isHeld = row ? isOnHold(row) : false
  facts.nextTryAt = row?.status === 'unpaid' ? (row.dueAt?.toISOString() ?? null) : null
  return { facts, date: row?.date }
}
