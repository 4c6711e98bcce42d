import type { CustomerDetail, OrderDetail } from '#contract/staff/backoffice.ts'
import { adaptOrder, type KnownOrder } from './order.ts'
import { toFields } from './read.ts'
import { adaptCustomer, type KnownCustomer } from './users.ts'

type OrUndefined<T> = { [K in keyof T]: T[K] | undefined }

/** All about one order. A backend that knows only the specification tells none of it. */
export type KnownOrderDetail = OrUndefined<Omit<OrderDetail, 'order'>> & {
  order: KnownOrder | undefined
}

/** These calls are ours alone: what is told at all is told in the contract's form. */
export function adaptOrderDetail(answer: unknown): KnownOrderDetail {
  const fields = toFields(answer)
  const told = fields as Partial<OrderDetail>
  return {
    order: fields.order ? adaptOrder(fields.order) : undefined,
    invoiceNumber: told.invoiceNumber,
    paid: told.paid,
    refunded: told.refunded,
    refundable: told.refundable,
    refunds: told.refunds,
    disputes: told.disputes,
    fraudWarnings: told.fraudWarnings,
    schedules: told.schedules,
    mails: told.mails,
    history: told.history,
    subscription: told.subscription,
  }
}

export type KnownCustomerDetail = {
  customer: KnownCustomer | undefined
  orders: KnownOrder[] | undefined
  history: CustomerDetail['history'] | undefined
}

export function adaptCustomerDetail(answer: unknown): KnownCustomerDetail {
  const { customer, orders, history } = toFields(answer)
  return {
    customer: customer ? adaptCustomer(customer) : undefined,
    orders: Array.isArray(orders) ? orders.map(adaptOrder) : undefined,
    history: history as CustomerDetail['history'] | undefined,
  }
}
