import { amountToCents } from '#contract/money.ts'
import type { KnownInvoice } from '#web/api/adapt/order.ts'
import { frequencyLabel } from '#web/shared/orders/frequency.ts'
import {
  type PriceView,
  type ProductLine,
  priceViewFrom,
  productLines,
} from '#web/shared/orders/price-view.ts'

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
  return {
    isProForma: invoice.isProForma,
    lines: productLines(invoice).map(toInvoiceLine),
    price: priceViewFrom(invoice),
    refundedCents: amountToCents(invoice.refunded ?? '') ?? 0,
    recurring: recurringText(invoice),
  }
}

function toInvoiceLine({ size, quantity, ...line }: ProductLine): InvoiceLine {
  return { ...line, amount: size ? `${size} x ${quantity}` : `x ${quantity}` }
}

function recurringText({ isRecurring, recurringFrequency }: KnownInvoice): string | undefined {
  if (!isRecurring) return undefined
  return recurringFrequency ? `Recurring - ${frequencyLabel(recurringFrequency)}` : 'Recurring'
}
