import type { CustomerDetail, OrderDetail } from '#contract/staff/backoffice.ts'
import { adaptOrder, type KnownOrder } from './order.ts'
import { toFields } from './read.ts'
import { adaptCustomer, type KnownCustomer } from './users.ts'

type OrUndefined<T> = { [K in keyof T]: T[K] | undefined }

/** Undefined fields are missing in backends that implement only the specification. */
export type KnownOrderDetail = OrUndefined<Omit<OrderDetail, 'order'>> & {
  order: KnownOrder | undefined
}

/** Only our backend has this endpoint, so its fields follow the contract. */
export function adaptOrderDetail(body: unknown): KnownOrderDetail {
  const fields = toFields(body)
  const detail = fields as Partial<OrderDetail>
  return {
    order: fields.order ? adaptOrder(fields.order) : undefined,
    invoiceNumber: detail.invoiceNumber,
    paid: detail.paid,
    refunded: detail.refunded,
    refundable: detail.refundable,
    refundableToCard: detail.refundableToCard,
    refundableAsTender: detail.refundableAsTender,
    refundableAsCredit: detail.refundableAsCredit,
    refundableItems: detail.refundableItems,
    isStillDelivered: detail.isStillDelivered,
    refunds: detail.refunds,
    tenders: detail.tenders,
    due: detail.due,
    netDays: detail.netDays,
    disputes: detail.disputes,
    fraudWarnings: detail.fraudWarnings,
    schedules: detail.schedules,
    emails: detail.emails,
    history: detail.history,
    subscription: detail.subscription,
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
