import type { Order } from '#contract/orders.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'

/** CSV columns of an order: amounts as decimal text, dates as calendar dates. */
export const orderColumns = (toDate: (instant: string) => string): CsvColumns<Order> => [
  ['Order ID', ({ id }) => id],
  ['Customer', ({ customer, customerEmail }) => customer?.email ?? customerEmail],
  ['Total', ({ total }) => total],
  ['Status', ({ status }) => status],
  ['Delivery Status', ({ deliveryStatus }) => deliveryStatus],
  ['Delivery Date', ({ deliveryDate }) => deliveryDate],
  ['Created', ({ createdAt }) => toDate(createdAt)],
  ['Payment Status', ({ paymentStatus }) => paymentStatus],
  ['Subtotal', ({ subtotal }) => subtotal],
  ['Discount', ({ discount }) => discount],
  ['Frequency', ({ recurringFrequency }) => recurringFrequency],
  ['Name', ({ customerName }) => customerName],
  ['Phone', ({ customerPhone }) => customerPhone],
  ['Address', ({ deliveryAddress }) => deliveryAddress],
  ['City', ({ deliveryCity }) => deliveryCity],
  ['State', ({ deliveryState }) => deliveryState],
  ['ZIP Code', ({ deliveryZip }) => deliveryZip],
  ['Items', ({ items }) => items.map(itemText).join(', ')],
  ['Account Credit', ({ credit }) => credit ?? '0.00'],
  ['Amount Due', ({ due, total }) => due ?? total],
  ['Channel', ({ channel }) => channel],
  ['Payment Terms', ({ paymentTerms }) => paymentTerms],
  ['Payment Due', ({ paymentDueOn }) => paymentDueOn],
  ['Sales Tax', ({ tax }) => tax ?? '0.00'],
  ['Bottle Deposit', ({ deposit }) => deposit ?? '0.00'],
]

const itemText = ({ quantity, product }: Order['items'][number]) => `${quantity} × ${product.name}`
