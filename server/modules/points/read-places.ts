import { and, eq, sql } from 'drizzle-orm'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { addressKeySql } from './address-key.ts'
import { deliveryPoints } from './tables.ts'
import { type LatLon, zipPlaces } from './zip-places.ts'

type Delivery = {
  id: string
  customerId: string | null
  deliveryAddress: string | null
  deliveryZip: string
}

export type DeliveryPlace = {
  /** Null for a ZIP code that doesn't exist, unless staff set a pin. */
  place: LatLon | null
  /** `zip` means the center of the ZIP code. */
  source: 'zip' | 'import' | 'pin' | 'fix'
  /** Opening hours that staff set; empty means all day. */
  windows: TimeWindow[]
  /** Whether a plan may not deliver outside of `windows`. */
  hoursAreHard: boolean
  /** Minutes that the door takes longer than others. */
  extraMinutes: number
  gateCode: string | null
  /** Instructions for the driver, from the customer and from staff. */
  instructions: string | null
}

/** Where each of these deliveries goes, by the order's id. One statement for any number of them. */
export async function readPlaces(
  db: DbOrTx,
  deliveries: readonly Delivery[],
): Promise<Map<string, DeliveryPlace>> {
  const points = await findPoints(db, deliveries)
  const placeOfZip = await zipPlaces()
  return new Map(
    deliveries.map(({ id, deliveryZip }) => {
      const point = points.get(id)
      const { lat = null, lon = null, placeSource = 'zip' } = point ?? {}
      return [
        id,
        {
          place: lat === null || lon === null ? placeOfZip(deliveryZip) : { lat, lon },
          source: placeSource,
          windows: point?.openingHours ?? [],
          hoursAreHard: point?.hoursAreHard ?? true,
          extraMinutes: point?.extraMinutes ?? 0,
          gateCode: point?.gateCode ?? null,
          instructions: joinInstructions(point),
        },
      ]
    }),
  )
}

type Texts = Record<'instructions' | 'guestInstructions' | 'notes', string | null>

/** One text for the driver. */
const joinInstructions = (point: Texts | undefined): string | null =>
  [...new Set([point?.instructions, point?.guestInstructions, point?.notes])]
    .filter(Boolean)
    .join(' / ') || null

async function findPoints(db: DbOrTx, deliveries: readonly Delivery[]) {
  const known = deliveries.filter(
    ({ customerId, deliveryAddress }) => customerId && deliveryAddress,
  )
  if (known.length === 0) return new Map<string, typeof deliveryPoints.$inferSelect>()
  const requested = JSON.stringify(
    known.map(({ id, customerId, deliveryAddress, deliveryZip }) => ({
      id,
      customer_id: customerId,
      address: deliveryAddress,
      zip: deliveryZip,
    })),
  )
  const rows = await db
    .select({ orderId: sql<string>`requested.id`, point: deliveryPoints })
    .from(deliveryPoints)
    .innerJoin(
      sql`json_to_recordset(${requested}::json) as requested (id uuid, customer_id uuid, address text, zip text)`,
      and(
        eq(deliveryPoints.customerId, sql`requested.customer_id`),
        eq(deliveryPoints.addressKey, addressKeySql(sql`requested.address`, sql`requested.zip`)),
      ),
    )
  return new Map(rows.map(({ orderId, point }) => [orderId, point]))
}
