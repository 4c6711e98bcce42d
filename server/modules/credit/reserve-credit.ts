import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { creditBalance } from './queries.ts'
import { creditEntries } from './tables.ts'
import { lockCredit, writeEntry } from './write-entry.ts'

type Reservation = { customerId: string; cents: number }

/** The credit that an order has reserved or used, if any. */
async function getReservation(db: DbOrTx, orderId: string): Promise<Reservation | undefined> {
  const cents = sql<number>`(-sum(${creditEntries.cents}))::int`
  const [row] = await db
    .select({ customerId: creditEntries.customerId, cents })
    .from(creditEntries)
    .where(
      and(eq(creditEntries.orderId, orderId), inArray(creditEntries.kind, ['used', 'released'])),
    )
    .groupBy(creditEntries.customerId)
    .having(sql`sum(${creditEntries.cents}) <> 0`)
  return row
}

/** How much of this customer's credit an order has reserved. */
export async function reservedCents(
  db: DbOrTx,
  { orderId, customerId }: { orderId: string; customerId: string },
): Promise<number> {
  const reservation = await getReservation(db, orderId)
  return reservation?.customerId === customerId ? reservation.cents : 0
}

type ReserveInput = {
  orderId: string
  /** Null releases what is reserved. */
  customerId: string | null
  /** Whether the order has reserved credit before; without it one query is saved. */
  hasReserved: boolean
  /** Picks an amount from the balance plus what this order has reserved; undefined changes nothing. */
  choose: (availableCents: number) => number | undefined
}

/**
 * Sets how much credit an order uses, under the locks of its customers' credit. Returns the amount,
 * or undefined if `choose` did not accept what is available. The caller has locked the payment.
 */
export async function reserveCredit(
  tx: Tx,
  deps: { clock: Clock },
  { orderId, customerId, hasReserved, choose }: ReserveInput,
): Promise<number | undefined> {
  const reservation = hasReserved ? await getReservation(tx, orderId) : undefined
  if (!reservation && (customerId === null || (await creditBalance(tx, customerId)) === 0))
    return choose(0)
  const owners = [customerId, reservation?.customerId].filter(
    (id) => id !== null && id !== undefined,
  )
  const balances = new Map<string, number>()
  // In one order, so that two orders that change hands never wait for each other.
  for (const id of [...new Set(owners)].toSorted()) balances.set(id, await lockCredit(tx, deps, id))

  const own = reservation && reservation.customerId === customerId ? reservation.cents : 0
  const available = customerId === null ? 0 : (balances.get(customerId) ?? 0) + own
  const cents = choose(available)
  if (cents === undefined) return undefined
  if (reservation && reservation.customerId !== customerId)
    await move(tx, deps, { ...reservation, orderId, cents: reservation.cents })
  if (customerId !== null) await move(tx, deps, { customerId, orderId, cents: own - cents })
  return cents
}

/** A positive amount goes back to the balance; a negative one is used. */
async function move(
  tx: Tx,
  deps: { clock: Clock },
  { customerId, orderId, cents }: Reservation & { orderId: string },
): Promise<void> {
  if (cents === 0) return
  const kind = cents > 0 ? 'released' : 'used'
  await writeEntry(tx, deps, { customerId, orderId, kind, cents })
  // An erased account keeps nothing: its order may have reserved this credit when it was erased.
  if (cents > 0 && !(await isCustomer(tx, customerId)))
    await writeEntry(tx, deps, { customerId, orderId, kind: 'forfeited', cents: -cents })
}

/** Read after the credit is locked, so that an erasure at the same moment has ended. */
async function isCustomer(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, id))
  return rows.length > 0
}
