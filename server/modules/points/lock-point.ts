import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock } from '#server/runtime.ts'
import type { Door, PointRow } from './find-points.ts'
import { deliveryPoints } from './tables.ts'

type LockedDoor = Omit<Door, 'city'>

/** The row, locked; undefined for an erased customer. A new one has version 0 until it is written. */
export async function lockPoint(
  tx: Tx,
  deps: { clock: Clock },
  door: LockedDoor,
): Promise<PointRow | undefined> {
  const [row] = await lockPoints(tx, deps, [door])
  return row
}

/** Locks several doors in one order, without those of erased customers. */
export async function lockPoints(
  tx: Tx,
  { clock }: { clock: Clock },
  doors: readonly LockedDoor[],
): Promise<PointRow[]> {
  if (doors.length === 0) return []
  // A customer who is being erased gets no new row.
  const known = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, [...new Set(doors.map(({ customerId }) => customerId))]))
    .orderBy(asc(customers.id))
    .for('key share')
  const ids = new Set(known.map(({ id }) => id))
  const left = doors.filter(({ customerId }) => ids.has(customerId))
  if (left.length === 0) return []
  const rows = left.map(({ customerId, id: addressKey, address, zip }) => ({
    ...{ customerId, addressKey, address, zip },
    ...{ version: 0, updatedAt: clock.now() },
  }))
  const byKey = (a: string, b: string) => (a < b ? -1 : 1)
  await tx
    .insert(deliveryPoints)
    .values(
      rows.toSorted((a, b) =>
        byKey(`${a.customerId} ${a.addressKey}`, `${b.customerId} ${b.addressKey}`),
      ),
    )
    .onConflictDoNothing()
  return tx
    .select()
    .from(deliveryPoints)
    .where(
      or(
        ...rows.map(({ customerId, addressKey }) =>
          and(eq(deliveryPoints.customerId, customerId), eq(deliveryPoints.addressKey, addressKey)),
        ),
      ),
    )
    .orderBy(asc(deliveryPoints.customerId), asc(deliveryPoints.addressKey))
    .for('update')
}
