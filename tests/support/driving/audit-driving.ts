import { foldStop } from '#contract/driver/fold.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { auditBookings } from '#server/modules/driving/index.ts'
import type { TestShop } from '../open-shop.ts'

type EventRow = {
  eventId: string
  deviceId: string
  deviceSeq: number
  type: string
  supersedes: string | null
  payload: unknown
  stopId: string | null
  routeId: string
}

type StateRow = {
  stopId: string
  routeId: string
  progress: string
  outcomeEventId: string | null
  firstDeviceId: string | null
  /** Null if staff deleted the stop. */
  status: string | null
  deliveryStatus: string | null
  receiptEventId: string | null
  /** Full bottles that its order has got, all trucks together. */
  left: number
}

/** Stops, receipts and bottles that do not match the events of drivers. */
export async function auditDriving(shop: TestShop): Promise<string[]> {
  const events = await shop.sql<EventRow>(
    `select id as "eventId", device_id as "deviceId", device_seq as "deviceSeq", type, supersedes,
       payload, lower(stop_id) as "stopId", route_id as "routeId"
     from driver_events where state = 'counted'`,
  )
  const states = await shop.sql<StateRow>(
    `select t.stop_id as "stopId", t.route_id as "routeId", t.progress,
       t.outcome_event_id as "outcomeEventId", t.first_device_id as "firstDeviceId", s.status,
       o.delivery_status as "deliveryStatus", r.event_id as "receiptEventId",
       (select coalesce(sum(case when "from" = 'truck' then quantity else -quantity end), 0)::int
        from bottle_movements m where m.state = 'full' and m.cause = 'delivered' and m.order_id in
          (select order_id from driver_events e where lower(e.stop_id) = t.stop_id::text)) as "left"
     from stop_states t left join schedules s on s.id = t.stop_id
     left join orders o on o.id = s.order_id left join receipts r on r.stop_id = t.stop_id`,
  )
  const { findings } = await auditBottles(shop.deps.db)
  const unbooked = await auditBookings(shop.deps.db)
  const unapplied = await shop.sql("select * from driver_reviews where kind = 'not-applied'")
  return [
    ...[...findings, ...unbooked].map((finding) => JSON.stringify(finding)),
    ...unapplied.map((review) => `not applied: ${JSON.stringify(review)}`),
    ...states.flatMap((row) => auditStop(row, events)),
  ]
}

function auditStop(row: StateRow, events: readonly EventRow[]): string[] {
  const own = events.filter(
    ({ routeId, stopId, type }) =>
      routeId === row.routeId && (stopId === row.stopId || type === 'superseded'),
  )
  const fold = foldStop(own, { firstDeviceId: row.firstDeviceId })
  const reported = fold.lines.reduce((sum, { full }) => sum + full, 0)
  const isReceipt = (row.receiptEventId ?? null) === row.outcomeEventId
  const isShown =
    row.status === null || (row.status === 'completed' && row.deliveryStatus === 'delivered')
  const problems = [
    ...(fold.progress === row.progress && fold.outcomeEventId === row.outcomeEventId
      ? []
      : [`its events say ${fold.progress}`]),
    ...(row.progress === 'delivered' && !(isReceipt && isShown)
      ? ['is not shown as reported']
      : []),
    ...(row.left === reported ? [] : [`${reported} bottles were reported, ${row.left} booked`]),
  ]
  return problems.map((what) => `${JSON.stringify(row)}: ${what}`)
}
