import { addDays } from '#contract/dates/calendar.ts'
import { type Figure, figure } from './figures.ts'

export type Subscriber = { orderId: string; deliveryDate: string }
export type CycleState = { subscriptionId: string; date: string; status: string }

export type Renewals = {
  due: number
  paid: number
  /** On days on which charging ran; the first of them are named. */
  unpaid: string[]
  /** Dates with due renewals on which charging did not run. */
  idleDates: string[]
}

/**
 * Due deliveries follow from the purchases: one every week, charged on its date (R1). One that
 * was not charged on its date is not charged automatically later (R12).
 */
export function checkRenewals(
  subscribers: Subscriber[],
  cycles: CycleState[],
  { today, hadCharging }: { today: string; hadCharging(date: string): boolean },
): Renewals {
  const statuses = new Map(
    cycles.map(({ subscriptionId, date, status }) => [`${subscriptionId} ${date}`, status]),
  )
  const renewals: Renewals = { due: 0, paid: 0, unpaid: [], idleDates: [] }
  for (const { orderId, deliveryDate } of subscribers) {
    for (let date = addDays(deliveryDate, 7); date < today; date = addDays(date, 7)) {
      renewals.due += 1
      const status = statuses.get(`${orderId} ${date}`) ?? 'not planned'
      if (status === 'paid') renewals.paid += 1
      else if (hadCharging(date)) renewals.unpaid.push(`${orderId} of ${date} is ${status}`)
      else if (!renewals.idleDates.includes(date)) renewals.idleDates.push(date)
    }
  }
  return renewals
}

const SHOWN = 3

export const describeRenewals = ({ due, paid, unpaid, idleDates }: Renewals): Figure[] => [
  figure('renewals due', due, due > 0),
  figure('renewals paid', paid, paid > 0),
  figure(
    'renewals unpaid although charging ran',
    [unpaid.length, ...unpaid.slice(0, SHOWN)].join(', '),
    unpaid.length === 0,
  ),
  figure(
    'due dates on which charging did not run',
    idleDates.join(', ') || 'none',
    idleDates.length === 0,
  ),
]
