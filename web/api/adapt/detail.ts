import type { CustomerDetail, OrderDetail } from '#contract/staff/backoffice.ts'
import { adaptSchedule, type KnownSchedule } from './fleet.ts'
import { adaptOrder, type KnownOrder } from './order.ts'
import { toRows } from './own-rows.ts'
import { toFields, toList } from './read.ts'
import { adaptCustomer, type KnownCustomer } from './users.ts'

type Section = 'emails' | 'history'

/** Sections that the backend did not send are undefined, and hidden. All else is empty. */
export type KnownOrderDetail = Omit<OrderDetail, 'order' | 'schedules' | Section> & {
  [K in Section]: OrderDetail[K] | undefined
} & { order: KnownOrder | undefined; schedules: KnownSchedule[] | undefined }

/** Only our backend has this endpoint, so its fields follow the contract. */
export function adaptOrderDetail(body: unknown): KnownOrderDetail {
  const fields = toFields(body)
  const detail = fields as Partial<OrderDetail>
  const refundable = detail.refundable ?? '0.00'
  return {
    order: fields.order ? adaptOrder(fields.order) : undefined,
    invoiceNumber: detail.invoiceNumber ?? '',
    paid: detail.paid ?? null,
    refunded: detail.refunded ?? '0.00',
    refundable,
    refundableToCard: detail.refundableToCard ?? refundable,
    refundableAsTender: detail.refundableAsTender ?? '0.00',
    refundableAsCredit: detail.refundableAsCredit ?? refundable,
    refundableItems: toRows(detail.refundableItems),
    isStillDelivered: detail.isStillDelivered === true,
    refunds: toRows(detail.refunds),
    tenders: toRows(detail.tenders),
    due: detail.due ?? '0.00',
    netDays: detail.netDays ?? null,
    disputes: toRows(detail.disputes),
    fraudWarnings: toRows(detail.fraudWarnings),
    schedules: detail.schedules ? toList(detail.schedules, adaptSchedule) : undefined,
    emails: detail.emails,
    history: detail.history,
    subscription: detail.subscription ?? null,
  }
}

export type KnownCustomerDetail = {
  customer: KnownCustomer | undefined
  orders: KnownOrder[] | undefined
  credit: CustomerDetail['credit'] | undefined
  hasSavedCard: boolean
  history: CustomerDetail['history'] | undefined
}

export function adaptCustomerDetail(body: unknown): KnownCustomerDetail {
  const { customer, orders, credit, history, hasSavedCard } = toFields(body)
  return {
    customer: customer ? adaptCustomer(customer) : undefined,
    orders: Array.isArray(orders) ? orders.map(adaptOrder) : undefined,
    credit: credit as CustomerDetail['credit'] | undefined,
    hasSavedCard: hasSavedCard === true,
    history: history as CustomerDetail['history'] | undefined,
  }
}
