import { and, gte, isNotNull } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import type { PlaceSource } from '#contract/points/points.ts'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { addressKeySql, zipPlace } from '#server/modules/points/index.ts'
import { deliveryPoints, pointFixes } from '#server/modules/points/tables.ts'
import type { DemoContext } from '../order-plan.ts'

/** In degrees: about three miles around the center of a ZIP code. */
const SPREAD = 0.045

const instructions = [
  'Side door, please. The bell is broken.',
  'Leave the bottles on the porch.',
  'Ring twice. The dog is friendly.',
  'Kitchen entrance behind the house.',
  'Put the empties from the garage on the truck.',
]

/** Where the doors of this week's deliveries are, and what drivers know about some of them. */
export async function makeDoors(tx: Tx, { calendar, rng }: DemoContext): Promise<void> {
  const key = addressKeySql(orders.deliveryAddress, orders.deliveryZip)
  const doors = await tx
    .selectDistinctOn([orders.customerId, key], {
      customerId: orders.customerId,
      addressKey: key,
      address: orders.deliveryAddress,
      zip: orders.deliveryZip,
    })
    .from(orders)
    .where(
      and(
        isNotNull(orders.customerId),
        isNotNull(orders.deliveryAddress),
        gte(orders.deliveryDate, addDays(calendar.today, -2)),
      ),
    )
    .orderBy(orders.customerId, key)
  const around = (degrees: number) =>
    Math.round((degrees + (rng.unit() + rng.unit() - 1) * SPREAD) * 1e5) / 1e5
  const rows = []
  const visits: (typeof pointFixes.$inferInsert)[] = []
  for (const { customerId, addressKey, address, zip } of doors) {
    const center = await zipPlace(zip)
    if (!customerId || !address || !center) continue
    const [lat, lon] = [around(center.lat), around(center.lon)]
    const placeSource: PlaceSource = rng.happens(0.1) ? 'pin' : rng.happens(0.15) ? 'fix' : 'import'
    const isLearned = placeSource === 'fix'
    if (isLearned)
      for (const position of [1, 2, 3]) visits.push({ customerId, addressKey, lat, lon, position })
    rows.push({
      ...{ customerId, addressKey, address, zip, lat, lon },
      placeSource,
      importedLat: placeSource === 'import' ? lat : null,
      importedLon: placeSource === 'import' ? lon : null,
      learnedLat: isLearned ? lat : null,
      learnedLon: isLearned ? lon : null,
      learnedVisits: isLearned ? 3 : 0,
      gateCode: rng.happens(0.08) ? `${1000 + rng.below(9000)}#` : null,
      instructions: rng.happens(0.3) ? rng.pick(instructions) : null,
      openingHours: rng.happens(0.04) ? [{ from: '08:00', to: '17:00' }] : [],
      updatedAt: calendar.now,
    })
  }
  await insertRows(tx, deliveryPoints, rows)
  await insertRows(tx, pointFixes, visits)
}
