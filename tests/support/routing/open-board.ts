import { randomUUID } from 'node:crypto'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Board, BoardStop } from '#contract/routes/board.ts'
import { openShop, type TestShop } from '../open-shop.ts'
import { staffBrowser } from '../sign-in.ts'

export const DATE = '2026-03-05'

type Fault = { code: string; message: string; fields?: Record<string, string> }

/** A shop with the trucks Blue (24 bottles) and Red (6), and calls of its board for March 5. */
export async function openBoard() {
  const shop = await openShop()
  let staff = await staffBrowser(shop)
  const addTruck = async (name: string, capacity: number) => {
    const form = { name, licensePlate: `NY-${name}`, capacity }
    return (await staff.call<Truck>('POST', apiPaths.adminTrucks, form)).body.id
  }
  const { orderId: firstOrder } = await shop.buyer().buy()
  await shop.deliverPending()
  const blue = await addTruck('Blue', 24)
  const red = await addTruck('Red', 6)
  const read = async (date = DATE) =>
    (await staff.call<Board>('GET', `${apiPaths.adminRoutes}?date=${date}`)).body
  const add = (orderId: string, body: object) =>
    staff.call<BoardStop & Fault>('POST', apiPaths.adminStops, { orderId, ...body })
  const names = new Map<string, string>()
  const findName = ({ orderId }: { orderId: string }) => names.get(orderId) ?? orderId
  return {
    shop,
    staff,
    /** A new session: those of staff end after twelve hours. */
    signIn: async () => {
      staff = await staffBrowser(shop)
      return staff
    },
    blue,
    red,
    firstOrder,
    read,
    add,
    /** Copies of Ana's paid order, by these names. */
    addOrders: async (...wanted: string[]) => {
      const ids = await copyOrders(shop, firstOrder, wanted.length)
      for (const [index, id] of ids.entries()) names.set(id, wanted[index] ?? id)
      return ids
    },
    /** Puts new orders on a truck, in this order. Returns their stops. */
    addStops: async (truckId: string, ...wanted: string[]) => {
      const stops: BoardStop[] = []
      for (const [index, id] of (await copyOrders(shop, firstOrder, wanted.length)).entries()) {
        names.set(id, wanted[index] ?? id)
        stops.push((await add(id, { truckId, date: DATE })).body)
      }
      return stops
    },
    move: (id: string, body: object) =>
      staff.call<BoardStop & Fault>('PATCH', fillPath(apiPaths.adminStop, { id }), body),
    remove: (id: string, query = '') =>
      staff.call<Fault>('DELETE', `${fillPath(apiPaths.adminStop, { id })}${query}`),
    findRoute: async (truckId: string) => {
      const route = (await read()).routes.find((route) => route.truckId === truckId)
      if (!route) throw new Error('the truck has no route')
      return route
    },
    /** The route of a truck by the names of its orders: 'a b | c' is two trips. */
    show: async (truckId: string) =>
      (await read()).routes
        .filter((route) => route.truckId === truckId)
        .flatMap(({ trips }) => trips.map(({ stops }) => stops.map(findName).join(' ')))
        .join(' | '),
    unplanned: async () => (await read()).unplanned.map(findName).sort(),
  }
}

async function copyOrders(shop: TestShop, orderId: string, amount: number): Promise<string[]> {
  const ids = Array.from({ length: amount }, () => randomUUID())
  await shop.sql(
    `insert into orders (id, customer_id, customer_name, customer_email, customer_phone,
       delivery_address, delivery_city, delivery_state, delivery_zip, delivery_date, status,
       subtotal_cents, discount_cents, total_cents, bottles, is_recurring, created_at, updated_at)
     select n.id, customer_id, customer_name, customer_email, customer_phone,
       delivery_address, delivery_city, delivery_state, delivery_zip, delivery_date, 'confirmed',
       subtotal_cents, discount_cents, total_cents, bottles, is_recurring, created_at, updated_at
     from orders, unnest($2::uuid[]) as n (id) where orders.id = $1`,
    [orderId, ids],
  )
  return ids
}
