import { and, eq } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import type { ItemRow } from '../queries.ts'
import { subscriptionItems } from '../tables.ts'

type Raise = { cents: number; from: CalendarDate; today: CalendarDate }

/** Deliveries from a date on cost more. An earlier raise that has started is the price until then. */
export async function raiseAgreedPrice(
  tx: Tx,
  item: ItemRow,
  { cents, from, today }: Raise,
): Promise<void> {
  const hasStarted = item.raisedFrom !== null && item.raisedFrom <= today
  await tx
    .update(subscriptionItems)
    .set({
      ...(hasStarted && item.raisedCents !== null && { agreedCents: item.raisedCents }),
      raisedCents: cents,
      raisedFrom: from,
    })
    .where(isItem(item))
}

/** The price of a withdrawn increase is no longer agreed. */
export async function dropRaise(tx: Tx, item: ItemRow): Promise<void> {
  await tx
    .update(subscriptionItems)
    .set({ raisedCents: null, raisedFrom: null })
    .where(isItem(item))
}

const isItem = ({ subscriptionId, productId }: ItemRow) =>
  and(
    eq(subscriptionItems.subscriptionId, subscriptionId),
    eq(subscriptionItems.productId, productId),
  )
