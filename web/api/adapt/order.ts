import type { CustomerOrder, Invoice } from '#contract/customer.ts'
import type { Order, PriceLine } from '#contract/orders.ts'
import type { Tracking } from '#contract/tracking/tracking.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { toRows } from './own-rows.ts'
import { toPriceLines } from './price-lines.ts'
import { type Fields, toFields, toId, toNumber, toText } from './read.ts'

type Nullable<T> = { [K in keyof T]: T[K] | null }

export type KnownItem = {
  id: string
  price: string
  quantity: number
  product: { name: string; size: string | null }
}

/** Unknown statuses and frequencies are displayed unchanged. */
type UncheckedFields = Record<'status' | 'deliveryStatus' | 'recurringFrequency', string | null>

/** An order with all fields. Null means that the backend did not send or hides the value. */
export type KnownOrder = UncheckedFields &
  Nullable<
    Omit<
      Order,
      | keyof UncheckedFields
      | 'id'
      | 'isRecurring'
      | 'canSaveCard'
      | 'customer'
      | 'items'
      | 'priceLines'
    >
  > & {
    id: string
    isRecurring: boolean
    canSaveCard: boolean
    customer: { id: string; email: string | null } | null
    items: KnownItem[]
    priceLines: PriceLine[]
    /** Rule 63: known once live updates were received. */
    tracking?: Tracking | null | undefined
  }

export function adaptOrder(body: unknown): KnownOrder {
  const order = toFields(body)
  const customer = order.customer ? toFields(order.customer) : null
  const items = toItems(order)
  return {
    id: toId(order.id),
    createdAt: toText(order.createdAt),
    status: toText(order.status),
    deliveryStatus: toText(order.deliveryStatus),
    paymentStatus: toText(order.paymentStatus) as Order['paymentStatus'] | null,
    paymentTerms: toText(order.paymentTerms) as Order['paymentTerms'],
    netDays: toNumber(order.netDays),
    paymentDueOn: toText(order.paymentDueOn),
    channel: toText(order.channel) as Order['channel'] | null,
    deliveryDate: toText(order.deliveryDate),
    deliveryWindow: toWindow(order.deliveryWindow),
    priceLines: toPriceLines(order, items),
    subtotal: toText(order.subtotal),
    discount: toText(order.discount),
    total: toText(order.total),
    credit: toText(order.credit),
    due: toText(order.due),
    isRecurring: order.isRecurring === true,
    recurringFrequency: toText(order.recurringFrequency),
    parentOrderId: toText(order.parentOrderId),
    canSaveCard: order.canSaveCard === true,
    customer: customer && { id: toId(customer.id), email: toText(customer.email) },
    customerEmail: toText(order.customerEmail),
    customerName: toText(order.customerName),
    customerPhone: toText(order.customerPhone),
    deliveryAddress: toText(order.deliveryAddress),
    deliveryCity: toText(order.deliveryCity),
    deliveryState: toText(order.deliveryState),
    deliveryZip: toText(order.deliveryZip),
    items,
    version: toNumber(order.version),
  }
}

/** Null if it is missing or has another form. */
function toWindow(body: unknown): TimeWindow | null {
  const window = toFields(body)
  const [from, to] = [toText(window.from), toText(window.to)]
  return from && to ? { from, to } : null
}

const toItems = ({ items }: Fields): KnownItem[] =>
  (Array.isArray(items) ? items : []).map((body, index) => {
    const item = toFields(body)
    const product = toFields(item.product)
    return {
      id: toText(item.id) ?? String(index),
      price: toText(item.price) ?? '0',
      quantity: toNumber(item.quantity) ?? 0,
      product: { name: toText(product.name) ?? 'Water bottle', size: toText(product.size) },
    }
  })

type CustomerFields = Omit<CustomerOrder, keyof Order>

/** One of the customer's orders, with all fields. */
export type KnownCustomerOrder = KnownOrder &
  Nullable<Omit<CustomerFields, 'isStillDelivered'>> & { isStillDelivered: boolean }

export function adaptCustomerOrder(body: unknown): KnownCustomerOrder {
  const order = toFields(body)
  return {
    ...adaptOrder(body),
    invoiceNumber: toText(order.invoiceNumber),
    refunded: toText(order.refunded),
    refundedAsCredit: toText(order.refundedAsCredit),
    paidAt: toText(order.paidAt),
    changeUntil: toText(order.changeUntil),
    cancelEffect: toText(order.cancelEffect) as CustomerFields['cancelEffect'] | null,
    cancelledAt: toText(order.cancelledAt),
    isStillDelivered: order.isStillDelivered === true,
    reportUntil: toText(order.reportUntil),
  }
}

/** An invoice with all fields. */
export type KnownInvoice = Nullable<
  Omit<
    Invoice,
    | 'invoiceNumber'
    | 'status'
    | 'recurringFrequency'
    | 'items'
    | 'isProForma'
    | 'priceLines'
    | 'tenders'
  >
> & {
  invoiceNumber: string
  isProForma: boolean
  status: string | null
  recurringFrequency: string | null
  items: KnownItem[]
  priceLines: PriceLine[]
  tenders: Invoice['tenders']
}

export function adaptInvoice(body: unknown): KnownInvoice {
  const invoice = toFields(body)
  const invoiceNumber = toText(invoice.invoiceNumber) ?? ''
  const items = toItems(invoice)
  return {
    invoiceId: toText(invoice.invoiceId),
    invoiceNumber,
    date: toText(invoice.date),
    customerName: toText(invoice.customerName),
    customerEmail: toText(invoice.customerEmail),
    deliveryAddress: toText(invoice.deliveryAddress),
    deliveryDate: toText(invoice.deliveryDate),
    items,
    priceLines: toPriceLines(invoice, items),
    subtotal: toText(invoice.subtotal),
    discount: toText(invoice.discount),
    total: toText(invoice.total),
    credit: toText(invoice.credit),
    due: toText(invoice.due),
    status: toText(invoice.status),
    paymentStatus: toText(invoice.paymentStatus) as Invoice['paymentStatus'] | null,
    paymentTerms: toText(invoice.paymentTerms) as Invoice['paymentTerms'],
    paymentDueOn: toText(invoice.paymentDueOn),
    netDays: toNumber(invoice.netDays),
    tenders: toRows(invoice.tenders),
    refunded: toText(invoice.refunded),
    isProForma:
      typeof invoice.isProForma === 'boolean'
        ? invoice.isProForma
        : invoiceNumber.startsWith('PRO-'),
    isRecurring: invoice.isRecurring === true,
    recurringFrequency: toText(invoice.recurringFrequency),
  }
}
