import { addDays } from '#contract/dates/calendar.ts'
import type { schedules } from '#server/modules/dispatch/tables.ts'
import type { TruckRow } from './make-trucks.ts'
import type { DemoContext, OrderPlan } from './order-plan.ts'
import { zoneOfZip } from './truck-week/make-zones.ts'
import { orderStops } from './truck-week/order-stops.ts'
import { noteStorm } from './truck-week/storm-day.ts'
import { plannedDay } from './truck-week/week-orders.ts'

export type ScheduleRow = typeof schedules.$inferInsert

const HISTORY_DAYS = 30
const UPCOMING_DAYS = 14
const HOUR_MS = 3_600_000

/** One in so many upcoming paid orders is not scheduled yet, so that staff have something to do. */
const UNSCHEDULED_EVERY = 5

const times = [
  '08:30',
  '09:15',
  '10:00',
  '10:45',
  '11:30',
  '13:00',
  '13:45',
  '14:30',
  '15:15',
] as const

const notes = [
  'Leave by the side door',
  'Ring twice, the bell is quiet',
  'Empties are on the porch',
  'Friendly dog in the yard',
  'Second floor, no elevator',
  'Call from the gate',
] as const

/** The schedule: the last month as delivered, the next two weeks as planned. */
export function makeSchedules(
  context: DemoContext,
  trucks: readonly TruckRow[],
  plans: readonly OrderPlan[],
): ScheduleRow[] {
  const { calendar } = context
  const { today } = calendar
  const [from, to] = [addDays(today, -HISTORY_DAYS), addDays(today, UPCOMING_DAYS)]
  const planned = plannedDay(calendar)
  const largest = Math.max(...trucks.map(({ capacity }) => capacity))
  let upcoming = 0
  const isPlanned = ({ outcome, deliveryDate, lines }: OrderPlan) => {
    if (outcome.type !== 'paid' && outcome.type !== 'due') return false
    if (deliveryDate < from || deliveryDate > to) return false
    if (lines.reduce((sum, { quantity }) => sum + quantity, 0) > largest) return false
    if (outcome.type === 'due' || deliveryDate <= today || deliveryDate === planned) return true
    upcoming += 1
    return upcoming % UNSCHEDULED_EVERY !== 0
  }
  const rows = plans
    .filter(isPlanned)
    .map((plan, index) => toSchedule(context, trucks, plan, index))
  const zips = new Map(plans.map(({ id, buyer }) => [id, buyer.zip]))
  orderStops(calendar, rows, (orderId) => zips.get(orderId) ?? '')
  noteStorm(calendar, rows)
  return rows
}

/** Adds one cancelled with its order, and one whose truck was deleted (rule 13). */
export function withEdgeCases(
  { calendar, random }: DemoContext,
  rows: ScheduleRow[],
  plans: readonly OrderPlan[],
): ScheduleRow[] {
  const cancelled = plans.findLast(({ outcome }) => outcome.type === 'refunded')
  const planned = plannedDay(calendar)
  const orphan = rows.findLast(
    ({ status, truckId, scheduledDate }) =>
      status === 'pending' && truckId && scheduledDate !== planned,
  )
  if (orphan) orphan.truckId = random.uuid()
  if (!cancelled || !orphan) return rows
  const { id: orderId, deliveryDate, placedAt } = cancelled
  return [
    {
      ...orphan,
      id: random.uuid(),
      orderId,
      truckId: null,
      scheduledDate: deliveryDate,
      status: 'cancelled',
      notes: 'Cancelled by the customer',
      createdAt: new Date(placedAt.getTime() + HOUR_MS / 4),
    },
    ...rows,
  ]
}

function toSchedule(
  { calendar, rng, random }: DemoContext,
  trucks: readonly TruckRow[],
  plan: OrderPlan,
  index: number,
): ScheduleRow {
  const status = scheduleStatus(plan, calendar.today)
  const isUnassigned =
    status === 'pending' && index % 6 === 3 && plan.deliveryDate !== plannedDay(calendar)
  const createdAt = plan.placedAt.getTime() + (1 + rng.below(3)) * HOUR_MS
  return {
    id: random.uuid(),
    orderId: plan.id,
    truckId: isUnassigned ? null : pickTruck(trucks, plan, status),
    scheduledDate: plan.deliveryDate,
    scheduledTime: rng.happens(0.8) ? rng.pick(times) : null,
    status,
    notes: failureNote(plan) ?? (rng.happens(0.3) ? rng.pick(notes) : null),
    version: { pending: 1, 'in-progress': 2, completed: 3, cancelled: 3 }[status],
    createdAt: new Date(Math.min(createdAt, calendar.now.getTime())),
  }
}

/** The truck of the zone, or the one that is in use while it delivers. */
function pickTruck(
  trucks: readonly TruckRow[],
  { buyer }: OrderPlan,
  status: ScheduleRow['status'],
): string | null {
  const usable = trucks.filter((truck) => truck.status !== 'maintenance')
  const inUse = usable.find((truck) => truck.status === 'in-use')
  const usual = usable.find(({ name }) => name === zoneOfZip(buyer.zip)?.truck)
  const truck = (status === 'in-progress' && inUse) || usual || usable[0]
  return truck?.id ?? null
}

const failureNote = ({ delivery }: OrderPlan) =>
  delivery === 'failed' ? 'Gate locked and nobody home, called twice' : undefined

function scheduleStatus({ delivery, deliveryDate }: OrderPlan, today: string) {
  if (delivery === 'delivered') return 'completed'
  if (delivery === 'failed') return 'cancelled'
  return deliveryDate === today && delivery === 'in-transit' ? 'in-progress' : 'pending'
}
