import { formatDate } from '#contract/dates/calendar.ts'
import type { PaymentTerms } from '#contract/orders.ts'
import type { Tender, TenderMethod } from '#contract/payments/tenders.ts'

type Terms = {
  paymentTerms: PaymentTerms | null
  paymentDueOn: string | null
  netDays?: number | null | undefined
}

/** 'Due on delivery' or 'Net 15, due Dec 1, 2026'; undefined for cards. */
export function paymentTermsText(terms: Terms): string | undefined {
  const { paymentTerms, paymentDueOn, netDays } = terms
  if (paymentTerms === 'on_delivery') return 'Due on delivery'
  if (paymentTerms !== 'invoice') return undefined
  const due = paymentDueOn ? `due ${formatDate(paymentDueOn, 'short')}` : undefined
  return [netDays ? `Net ${netDays}` : 'Invoice', due].filter(Boolean).join(', ')
}

export const tenderMethods: Record<TenderMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Transfer',
}

/** 'Paid by check 1042 on Nov 20, 2026'. */
export function tenderText({ method, reference, receivedOn }: Tender): string {
  const name = method === 'cash' ? 'in cash' : `by ${method}`
  return `Paid ${[name, reference].filter(Boolean).join(' ')} on ${formatDate(receivedOn, 'short')}`
}
