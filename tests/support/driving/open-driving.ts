import { randomUUID } from 'node:crypto'
import type { EventResult, SentDriverEvent } from '#contract/driver/events.ts'
import type { DriverReview } from '#contract/driver/reviews.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import type { Buyer } from '../buyer.ts'
import { DATE, openBoard } from '../routing/open-board.ts'

/** 9:00 in New York on the day of the route. */
export const MORNING = `${DATE}T14:00:00Z`

type EventInput = Partial<SentDriverEvent> & { type: SentDriverEvent['type'] }
export type Results = { results: EventResult[]; code?: string }

/** A phone on which a driver is logged in. */
export type Phone = Awaited<ReturnType<typeof openDriving>>['phone']

/** A published route of Blue with these orders, and its driver's phone, on the morning of the day. */
export async function openDriving(...names: string[]) {
  const board = await openBoard()
  const { shop, blue, addStops } = board
  const stops = await addStops(blue, ...(names.length > 0 ? names : ['a', 'b', 'c']))
  // Copies of an order have no items.
  await shop.sql(
    `insert into order_items (id, order_id, product_id, product_name, product_size, quantity, price_cents, position)
     select gen_random_uuid(), o.id, i.product_id, i.product_name, i.product_size, i.quantity, i.price_cents, i.position
     from order_items i, unnest($2::uuid[]) as o (id) where i.order_id = $1`,
    [board.firstOrder, stops.map(({ orderId }) => orderId)],
  )
  shop.clock.set(MORNING)
  const staff = await board.signIn()
  const addDriver = async (name: string) =>
    (await staff.call<Driver>('POST', apiPaths.adminDrivers, { name })).body.id
  const publish = (routeId: string, driverId: string) =>
    staff.call('POST', fillPath(apiPaths.adminRoutePublish, { id: routeId }), { driverId })
  const linkFor = async (id: string) => {
    const path = fillPath(apiPaths.adminSignInLink, { id })
    const { body } = await staff.call<{ url: string }>('POST', path)
    return new URL(body.url).searchParams.get('token') ?? ''
  }
  const openPhone = async (driverId: string) => {
    const browser = shop.buyer()
    const token = await linkFor(driverId)
    const { body } = await browser.call<{ deviceId: string }>('POST', apiPaths.driverSignIn, {
      token,
    })
    return createPhone(browser, { ...body, driverId }, () => shop.clock.now())
  }
  const sam = await addDriver('Sam')
  const { id: routeId } = await board.findRoute(blue)
  await publish(routeId, sam)
  const phone = await openPhone(sam)
  await phone.load()
  const [a, b, c] = stops.map(({ id }) => id)
  return {
    ...board,
    staff,
    productId: shop.products[0]?.id ?? '',
    stops,
    /** The ids of the first three stops. */
    a,
    b,
    c,
    sam,
    routeId,
    phone,
    addDriver,
    publish,
    linkFor,
    openPhone,
    setRoute: (body: object) =>
      staff.call('PATCH', fillPath(apiPaths.adminRoute, { id: routeId }), body),
    reviews: async () => (await staff.call<DriverReview[]>('GET', apiPaths.adminReviews)).body,
    decide: (id: string, path: string) =>
      staff.call<DriverReview[]>('POST', fillPath(path, { id })),
    /** 'completed delivered' for each stop: its status and that of its delivery. */
    states: async () => {
      const rows = await shop.sql<{ state: string }>(
        `select concat_ws(' ', s.status, s.outcome, o.delivery_status) as state
         from schedules s join orders o on o.id = s.order_id
         where s.id = any($1) order by array_position($1, s.id)`,
        [stops.map(({ id }) => id)],
      )
      return rows.map(({ state }) => state)
    },
  }
}

function createPhone(
  browser: Buyer,
  { deviceId, driverId }: { deviceId: string; driverId: string },
  now: () => Date,
) {
  let seq = 0
  let route: DriverRoute | undefined
  const event = (fields: EventInput): SentDriverEvent =>
    ({
      eventId: randomUUID(),
      deviceId,
      deviceSeq: ++seq,
      driverId,
      schema: 1,
      routeId: route?.routeId ?? '',
      routeVersion: route?.version ?? 1,
      trip: 1,
      payload: {},
      tappedAt: now().toISOString(),
      skewMs: 0,
      ...fields,
    }) as SentDriverEvent
  const send = (events: readonly unknown[], headers?: Record<string, string>) =>
    browser.call<Results>('POST', apiPaths.driverEvents, { events }, headers)
  return {
    browser,
    deviceId,
    driverId,
    load: async () => {
      const reply = await browser.call<DriverRoute>('GET', apiPaths.driverRoute)
      if (reply.status === 200) route = reply.body
      return reply
    },
    key: () => ({ 'x-upload-key': route?.uploadKey ?? '' }),
    event,
    send,
    /** Sends events and returns their results: 'accepted review'. */
    report: async (...events: readonly (EventInput | SentDriverEvent)[]) => {
      const filled = events.map((fields) => ('eventId' in fields ? fields : event(fields)))
      const { body } = await send(filled)
      return body.results.map(({ result }) => result).join(' ')
    },
  }
}

/** Counts for a delivery. */
export const delivered = (
  stopId: string | undefined,
  productId: string,
  full = 2,
  empties = 1,
) => ({
  type: 'delivered' as const,
  stopId: stopId ?? '',
  payload: { lines: [{ productId, full, empties, damaged: 0 }] },
})

export const failed = (stopId: string | undefined, reason = 'nobody-home') => ({
  type: 'failed' as const,
  stopId: stopId ?? '',
  payload: { reason: reason as 'nobody-home' },
})
