import { addDays } from '#contract/dates/calendar.ts'
import type { schedules } from '#server/modules/dispatch/tables.ts'
import type { TruckRow } from './make-trucks.ts'
import type { DemoContext, OrderPlan } from './order-plan.ts'

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
  const { today } = context.calendar
  const [from, to] = [addDays(today, -HISTORY_DAYS), addDays(today, UPCOMING_DAYS)]
  let upcoming = 0
  const isPlanned = ({ outcome, deliveryDate }: OrderPlan) => {
    if (outcome.type !== 'paid' && outcome.type !== 'due') return false
    if (deliveryDate < from || deliveryDate > to) return false
    if (outcome.type === 'due' || deliveryDate <= today) return true
    upcoming += 1
    return upcoming % UNSCHEDULED_EVERY !== 0
  }
  return plans.filter(isPlanned).map((plan, index) => toSchedule(context, trucks, plan, index))
}

/** Adds one cancelled with its order, and one whose truck was deleted (rule 13). */
export function withEdgeCases(
  { random }: DemoContext,
  rows: ScheduleRow[],
  plans: readonly OrderPlan[],
): ScheduleRow[] {
  const cancelled = plans.findLast(({ outcome }) => outcome.type === 'refunded')
  const orphan = rows.findLast(({ status, truckId }) => status === 'pending' && truckId)
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
  const truckStatus = { pending: 'available', 'in-progress': 'in-use' } as const
  const fit = trucks.filter(
    (truck) => !(status in truckStatus) || truck.status === truckStatus[status as never],
  )
  const isUnassigned = status === 'pending' && index % 6 === 3
  const createdAt = plan.placedAt.getTime() + (1 + rng.below(3)) * HOUR_MS
  return {
    id: random.uuid(),
    orderId: plan.id,
    truckId: isUnassigned || fit.length === 0 ? null : (rng.pick(fit).id ?? null),
    scheduledDate: plan.deliveryDate,
    scheduledTime: rng.happens(0.8) ? rng.pick(times) : null,
    status,
    notes: failureNote(plan) ?? (rng.happens(0.3) ? rng.pick(notes) : null),
    version: { pending: 1, 'in-progress': 2, completed: 3, cancelled: 3 }[status],
    createdAt: new Date(Math.min(createdAt, calendar.now.getTime())),
  }
}

const failureNote = ({ delivery }: OrderPlan) =>
  delivery === 'failed' ? 'Gate locked and nobody home, called twice' : undefined

function scheduleStatus({ delivery, deliveryDate }: OrderPlan, today: string) {
  if (delivery === 'delivered') return 'completed'
  if (delivery === 'failed') return 'cancelled'
  return deliveryDate === today && delivery === 'in-transit' ? 'in-progress' : 'pending'
}
