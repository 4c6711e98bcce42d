import type { Quote } from '#contract/checkout.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Buyer } from './buyer.ts'

type RateInput = { scope?: 'zip' | 'state'; values?: string; rate: string; validFrom?: string }

/** Switches sales tax on and sets a rate, by default New York's from the start of the year. */
export async function chargeTax(staff: Buyer, ...rates: RateInput[]): Promise<void> {
  await staff.call('PATCH', apiPaths.adminSettings, { chargesTax: true })
  for (const rate of rates) await addRate(staff, rate)
}

export const addRate = (staff: Buyer, rate: RateInput) =>
  staff.call('POST', apiPaths.adminTaxRates, {
    scope: 'state',
    values: 'NY',
    label: '',
    validFrom: '2026-01-01',
    ...rate,
  })

export const quote = (buyer: Buyer, submission: object) =>
  buyer.call<Quote>('POST', apiPaths.quote, submission)

/** A submission with the total that the server quotes for it, as the browser sends it. */
export async function quoted(buyer: Buyer, change: Parameters<Buyer['submission']>[0] = {}) {
  const submission = buyer.submission(change)
  const { body } = await quote(buyer, submission)
  return { ...submission, total: body.total }
}
