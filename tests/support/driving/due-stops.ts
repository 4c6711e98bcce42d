import { placeByPhone } from '../orders/phone-order.ts'
import { DATE } from '../routing/open-board.ts'
import type { openDriving } from './open-driving.ts'

type Driving = Awaited<ReturnType<typeof openDriving>>

/** Stops of Blue whose orders are paid at the door, $17.98 each. The phone has loaded them. */
export async function addDueStops(driving: Driving, count = 1) {
  const { staff, shop, add, blue, phone } = driving
  const stops = []
  for (let index = 0; index < count; index++) {
    const { body } = await placeByPhone(staff, shop, { deliveryDate: '2026-03-06' })
    stops.push((await add(body.orderId, { truckId: blue, date: DATE })).body)
  }
  await phone.load()
  return stops
}

export const cash = (stopId: string | undefined, amount: string) => ({
  type: 'payment-received' as const,
  stopId: stopId ?? '',
  payload: { method: 'cash' as const, amount },
})
