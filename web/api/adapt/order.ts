import type { CustomerOrder, Invoice } from '#contract/customer.ts'
import type { Order } from '#contract/orders.ts'
import { type Fields, fieldsOf, idOf, numberOf, textOf } from './read.ts'

type Told<T> = { [K in keyof T]: T[K] | null }

export type KnownItem = {
  id: string
  price: string
  quantity: number
  product: { name: string; size: string | null }
}

/** Statuses and frequencies are shown as they came where nobody knows them. */
type Shown = Record<'status' | 'deliveryStatus' | 'recurringFrequency', string | null>

/** An order, complete: null is what the backend did not tell, or what may not be seen. */
export type KnownOrder = Shown &
  Told<
    Omit<Order, keyof Shown | 'id' | 'isRecurring' | 'canSaveCard' | 'customer' | 'items'> & {
      priceLines: NonNullable<Order['priceLines']>
    }
  > & {
    id: string
    isRecurring: boolean
    canSaveCard: boolean
    customer: { id: string; email: string | null } | null
    items: KnownItem[]
  }

export function adaptOrder(answer: unknown): KnownOrder {
  const order = fieldsOf(answer)
  const customer = order.customer ? fieldsOf(order.customer) : null
  return {
    id: idOf(order.id),
    createdAt: textOf(order.createdAt),
    status: textOf(order.status),
    deliveryStatus: textOf(order.deliveryStatus),
    paymentStatus: textOf(order.paymentStatus) as Order['paymentStatus'] | null,
    deliveryDate: textOf(order.deliveryDate),
    priceLines: Array.isArray(order.priceLines) ? order.priceLines : null,
    subtotal: textOf(order.subtotal),
    discount: textOf(order.discount),
    total: textOf(order.total),
    isRecurring: order.isRecurring === true,
    recurringFrequency: textOf(order.recurringFrequency),
    parentOrderId: textOf(order.parentOrderId),
    canSaveCard: order.canSaveCard === true,
    customer: customer && { id: idOf(customer.id), email: textOf(customer.email) },
    customerEmail: textOf(order.customerEmail),
    customerName: textOf(order.customerName),
    customerPhone: textOf(order.customerPhone),
    deliveryAddress: textOf(order.deliveryAddress),
    deliveryCity: textOf(order.deliveryCity),
    deliveryState: textOf(order.deliveryState),
    deliveryZip: textOf(order.deliveryZip),
    items: itemsOf(order),
    version: numberOf(order.version),
  }
}

const itemsOf = ({ items }: Fields): KnownItem[] =>
  (Array.isArray(items) ? items : []).map((answer, index) => {
    const item = fieldsOf(answer)
    const product = fieldsOf(item.product)
    return {
      id: textOf(item.id) ?? String(index),
      price: textOf(item.price) ?? '0',
      quantity: numberOf(item.quantity) ?? 0,
      product: { name: textOf(product.name) ?? 'Water bottle', size: textOf(product.size) },
    }
  })

type OwnersFields = Omit<CustomerOrder, keyof Order>

/** An own order, complete. */
export type KnownCustomerOrder = KnownOrder & Told<OwnersFields>

export function adaptCustomerOrder(answer: unknown): KnownCustomerOrder {
  const order = fieldsOf(answer)
  return {
    ...adaptOrder(answer),
    invoiceNumber: textOf(order.invoiceNumber),
    refunded: textOf(order.refunded),
    paidAt: textOf(order.paidAt),
    changeUntil: textOf(order.changeUntil),
    cancelEffect: textOf(order.cancelEffect) as OwnersFields['cancelEffect'] | null,
    cancelledAt: textOf(order.cancelledAt),
  }
}

/** An invoice, complete. */
export type KnownInvoice = Told<
  Omit<Invoice, 'invoiceNumber' | 'status' | 'recurringFrequency' | 'items' | 'isProForma'>
> & {
  invoiceNumber: string
  isProForma: boolean
  status: string | null
  recurringFrequency: string | null
  items: KnownItem[]
}

export function adaptInvoice(answer: unknown): KnownInvoice {
  const invoice = fieldsOf(answer)
  const invoiceNumber = textOf(invoice.invoiceNumber) ?? ''
  return {
    invoiceId: textOf(invoice.invoiceId),
    invoiceNumber,
    date: textOf(invoice.date),
    customerName: textOf(invoice.customerName),
    customerEmail: textOf(invoice.customerEmail),
    deliveryAddress: textOf(invoice.deliveryAddress),
    deliveryDate: textOf(invoice.deliveryDate),
    items: itemsOf(invoice),
    priceLines: Array.isArray(invoice.priceLines) ? invoice.priceLines : null,
    subtotal: textOf(invoice.subtotal),
    discount: textOf(invoice.discount),
    total: textOf(invoice.total),
    status: textOf(invoice.status),
    paymentStatus: textOf(invoice.paymentStatus) as Invoice['paymentStatus'] | null,
    refunded: textOf(invoice.refunded),
    isProForma:
      typeof invoice.isProForma === 'boolean'
        ? invoice.isProForma
        : invoiceNumber.startsWith('PRO-'),
    isRecurring: invoice.isRecurring === true,
    recurringFrequency: textOf(invoice.recurringFrequency),
  }
}
