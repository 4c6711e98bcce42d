import { amountToCents } from '#contract/money.ts'
import type { KnownInvoice, KnownItem } from '#web/api/adapt/order.ts'
import { frequencyLabel } from '#web/shared/orders/frequency.ts'
import { type PriceView, priceViewFrom } from '#web/shared/orders/price-view.ts'

export type InvoiceLine = {
  key: string
  name: string
  /** '5-gallon x 2' */
  amount: string
  priceCents: number
  lineCents: number
}

/** An invoice as displayed. All amounts are copied from the response, never recomputed. */
export type InvoiceView = {
  isProForma: boolean
  lines: InvoiceLine[]
  price: PriceView
  refundedCents: number
  /** 'Recurring - Weekly', or undefined for a one-time order. */
  recurring: string | undefined
}

export function invoiceView(invoice: KnownInvoice): InvoiceView {
  const lines = invoice.items.map(toInvoiceLine)
  return {
    isProForma: invoice.isProForma,
    lines,
    price: priceViewFrom(invoice),
    refundedCents: amountToCents(invoice.refunded ?? '') ?? 0,
    recurring: recurringText(invoice),
  }
}

function toInvoiceLine({ id, price, quantity, product }: KnownItem): InvoiceLine {
  const priceCents = amountToCents(price) ?? 0
  return {
    key: id,
    name: product.name,
    amount: product.size ? `${product.size} x ${quantity}` : `x ${quantity}`,
    priceCents,
    lineCents: priceCents * quantity,
  }
}

function recurringText({ isRecurring, recurringFrequency }: KnownInvoice): string | undefined {
  if (!isRecurring) return undefined
  return recurringFrequency ? `Recurring - ${frequencyLabel(recurringFrequency)}` : 'Recurring'
}
