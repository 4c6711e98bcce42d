import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import * as contract from '#contract/points/points.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import { orders } from '#server/modules/orders/tables.ts'
import {
  addressKey,
  type Door,
  describePoints,
  importPlaces,
  nearbyPoints,
  previewPlaces,
  selectPoints,
  updatePoint,
} from '#server/modules/points/index.ts'
import type { Clock } from '#server/runtime.ts'
import { listDoors } from './list-doors.ts'

type DoorDeps = { db: Db; clock: Clock }

/** Delivery points: staff's, and those that customers see of their own. */
export function doorRoutes(
  { mount, mountUpload }: Pick<StaffRouter, 'mount' | 'mountUpload'>,
  deps: DoorDeps,
): void {
  const { db } = deps
  mount(contract.listPoints, async ({ params }) => {
    const { doors, rows } = await listDoors(db, params.id)
    return describePoints(doors, rows)
  })
  mount(contract.readOrderPoint, async ({ params }) => {
    const door = await findDoorOfOrder(db, params.id)
    const [point] = await describePoints([door], await selectPoints(db, door.customerId))
    if (!point) throw new Failure('not_found')
    return point
  })
  mount(contract.updatePoint, async ({ user, params, body: { address, zip, ...change } }) => {
    const door = { customerId: params.id, address, zip, city: '' }
    return updatePoint(deps, user, { ...door, id: await addressKey(db, address, zip) }, change)
  })
  mount(contract.listNearbyPoints, ({ query }) => nearbyPoints(db, query))
  mountUpload(contract.previewPlaceImport, ({ rawBody }) => previewPlaces(deps, rawBody))
  mountUpload(contract.importPlaces, ({ user, rawBody }) => importPlaces(deps, user, rawBody))

  mount(contract.listOwnPoints, async ({ user }) => {
    const { doors, rows } = await listDoors(db, user.id)
    return (await describePoints(doors, rows)).map(toOwnPoint)
  })
  mount(contract.updateOwnPoint, async ({ user, body: { address, zip, ...change } }) => {
    const { doors } = await listDoors(db, user.id)
    const door = doors.find((own) => own.address === address && own.zip === zip)
    if (!door) throw new Failure('not_found')
    const editor = { actor: 'customer', id: user.id } as const
    return toOwnPoint(await updatePoint(deps, editor, door, change))
  })
}

/** Entries without a login are shown as theirs, so that they can keep or change them. */
const toOwnPoint = (point: contract.DeliveryPoint): contract.OwnPoint => ({
  id: point.id,
  address: point.address,
  city: point.city,
  zip: point.zip,
  gateCode: point.gateCode,
  instructions: point.instructions ?? point.guestInstructions,
  version: point.version,
})

async function findDoorOfOrder(db: Db, id: string): Promise<Door> {
  const [order] = await db
    .select({
      customerId: orders.customerId,
      address: orders.deliveryAddress,
      city: orders.deliveryCity,
      zip: orders.deliveryZip,
    })
    .from(orders)
    .where(eq(orders.id, id))
  // An erased customer has no door.
  if (!order?.customerId || order.address === null) throw new Failure('not_found')
  const { customerId, address, city, zip } = order
  return { id: await addressKey(db, address, zip), customerId, address, city, zip }
}
