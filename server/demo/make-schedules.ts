import { addDays } from '#contract/calendar.ts'
import type { schedules } from '#server/modules/dispatch/tables.ts'
import type { TruckRow } from './make-trucks.ts'
import type { DemoWorld, OrderPlan } from './order-plan.ts'

export type ScheduleRow = typeof schedules.$inferInsert

const HISTORY_DAYS = 30
const AHEAD_DAYS = 14
const HOUR_MS = 3_600_000

/** By turns one paid order has no place in the book yet, so that there is something to do. */
const LEFT_FOR_STAFF = 5

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
  'Second floor, no lift',
  'Call from the gate',
] as const

/** The dispatcher's book: the last month as it was driven, the next two weeks as they are planned. */
export function makeSchedules(
  world: DemoWorld,
  trucks: readonly TruckRow[],
  plans: readonly OrderPlan[],
): ScheduleRow[] {
  const { today } = world.almanac
  const [from, to] = [addDays(today, -HISTORY_DAYS), addDays(today, AHEAD_DAYS)]
  let ahead = 0
  const isPlanned = ({ fate, deliveryDate }: OrderPlan) => {
    if (fate.is !== 'paid' && fate.is !== 'due') return false
    if (deliveryDate < from || deliveryDate > to) return false
    if (fate.is === 'due' || deliveryDate <= today) return true
    ahead += 1
    return ahead % LEFT_FOR_STAFF !== 0
  }
  return plans.filter(isPlanned).map((plan, place) => scheduleOf(world, trucks, plan, place))
}

/** One that was called off with its order, and one whose truck is gone (rule 13). */
export function withOddOnes(
  { random }: DemoWorld,
  rows: ScheduleRow[],
  plans: readonly OrderPlan[],
): ScheduleRow[] {
  const calledOff = plans.findLast(({ fate }) => fate.is === 'refunded')
  const orphan = rows.findLast(({ status, truckId }) => status === 'pending' && truckId)
  if (orphan) orphan.truckId = random.uuid()
  if (!calledOff || !orphan) return rows
  const { id: orderId, deliveryDate, placedAt } = calledOff
  return [
    {
      ...orphan,
      id: random.uuid(),
      orderId,
      truckId: null,
      scheduledDate: deliveryDate,
      status: 'cancelled',
      notes: 'Customer called it off',
      createdAt: new Date(placedAt.getTime() + HOUR_MS / 4),
    },
    ...rows,
  ]
}

function scheduleOf(
  { almanac, chance, random }: DemoWorld,
  trucks: readonly TruckRow[],
  plan: OrderPlan,
  place: number,
): ScheduleRow {
  const status = statusOf(plan, almanac.today)
  const wanted = { pending: 'available', 'in-progress': 'in-use' } as const
  const fit = trucks.filter(
    (truck) => !(status in wanted) || truck.status === wanted[status as never],
  )
  const isUnassigned = status === 'pending' && place % 6 === 3
  const madeAt = plan.placedAt.getTime() + (1 + chance.below(3)) * HOUR_MS
  return {
    id: random.uuid(),
    orderId: plan.id,
    truckId: isUnassigned || fit.length === 0 ? null : (chance.pick(fit).id ?? null),
    scheduledDate: plan.deliveryDate,
    scheduledTime: chance.happens(0.8) ? chance.pick(times) : null,
    status,
    notes: noteOf(plan) ?? (chance.happens(0.3) ? chance.pick(notes) : null),
    version: { pending: 1, 'in-progress': 2, completed: 3, cancelled: 3 }[status],
    createdAt: new Date(Math.min(madeAt, almanac.now.getTime())),
  }
}

const noteOf = ({ delivery }: OrderPlan) =>
  delivery === 'failed' ? 'Gate locked and nobody home, called twice' : undefined

function statusOf({ delivery, deliveryDate }: OrderPlan, today: string) {
  if (delivery === 'delivered') return 'completed'
  if (delivery === 'failed') return 'cancelled'
  return deliveryDate === today && delivery === 'in-transit' ? 'in-progress' : 'pending'
}
