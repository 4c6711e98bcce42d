import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Plan } from '#contract/routes/plans.ts'
import type { Buyer } from '../buyer.ts'
import type { TestShop } from '../open-shop.ts'
import { placeByPhone } from './phone-order.ts'

export const PLAN_DATE = '2026-03-05'

type Door = { zip?: string; bottles?: number; address?: string; date?: string }

/** Confirmed orders, one per door: copies of one that was placed by phone. */
export async function addDeliveries(shop: TestShop, staff: Buyer, doors: Door[]) {
  const { body } = await placeByPhone(staff, shop, { deliveryDate: PLAN_DATE })
  const ids: string[] = []
  for (const [index, door] of doors.entries()) {
    const id = randomUUID()
    await shop.sql(
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', $2::text,
         'delivery_zip', $3::text, 'bottles', $4::int, 'delivery_address', $5::text,
         'delivery_date', $6::text, 'invoice_number', null))).* from orders o where o.id = $1`,
      [
        body.orderId,
        id,
        door.zip ?? '12401',
        door.bottles ?? 2,
        door.address ?? `${index + 1} Mill Road`,
        door.date ?? PLAN_DATE,
      ],
    )
    ids.push(id)
  }
  await shop.sql('update orders set status = $2, delivery_date = $3 where id = $1', [
    body.orderId,
    'cancelled',
    '2026-03-04',
  ])
  return ids
}

export async function addTruck(staff: Buyer, change: Partial<Truck> = {}): Promise<Truck> {
  const form = { name: 'Blue One', licensePlate: 'NY-1234', capacity: 120, ...change }
  return (await staff.call<Truck>('POST', apiPaths.adminTrucks, form)).body
}

type Start = { scope?: string; date?: string; seconds?: number }

export const startPlan = (staff: Buyer, { scope = 'everything', ...start }: Start = {}) =>
  staff.call<{ planId: string; code: string; message: string }>('POST', apiPaths.adminPlans, {
    date: PLAN_DATE,
    seconds: 1,
    scope,
    ...start,
  })

export const getPlan = async (staff: Buyer, id: string): Promise<Plan> =>
  (await staff.call<Plan>('GET', fillPath(apiPaths.adminPlan, { id }))).body

/** Waits until the plan is no longer computed. */
export async function planDay(staff: Buyer, start?: Start): Promise<Plan> {
  const { planId } = (await startPlan(staff, start)).body
  for (;;) {
    const plan = await getPlan(staff, planId)
    if (plan.status !== 'computing') return plan
    await delay(50)
  }
}

type PlanResponse = {
  dropped: { orderId: string }[]
  restored: number
  code: string
  message: string
  routes?: object[]
}

export const applyPlan = (staff: Buyer, { id }: Pick<Plan, 'id'>) =>
  staff.call<PlanResponse>('POST', fillPath(apiPaths.adminPlanApply, { id }))

export const undoPlan = (staff: Buyer, { id }: Pick<Plan, 'id'>) =>
  staff.call<PlanResponse>('POST', fillPath(apiPaths.adminPlanUndo, { id }))

export type StopRow = {
  id: string
  order_id: string
  truck_id: string | null
  scheduled_date: string
  trip: number
  position: number | null
  planned_at: Date | null
  status: string
  pin: string
}

export const readStops = (shop: TestShop, date = PLAN_DATE) =>
  shop.sql<StopRow>(
    `select id, order_id, truck_id, scheduled_date::text, trip, position, planned_at, status, pin
     from schedules where scheduled_date = $1 order by truck_id, trip, position, id`,
    [date],
  )
