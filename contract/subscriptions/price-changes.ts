import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id, MoneyText } from '../primitives.ts'

/** Rule 32: a price increase of one product of a subscription, and the answer of its subscriber. */
export const PriceChange = z.object({
  id: Id,
  subscriptionId: Id,
  productName: z.string(),
  oldPrice: MoneyText,
  newPrice: MoneyText,
  /** The first delivery at the new price. */
  firstDate: z.string(),
  /** `ask`: it needs an answer. `notice`: it applies without one. */
  mode: z.enum(['ask', 'notice']),
  status: z.enum(['open', 'agreed', 'noticed', 'withdrawn', 'replaced', 'closed']),
})
export type PriceChange = z.infer<typeof PriceChange>

const ByToken = z.object({ token: z.string().min(1).max(1000) })

/** The page of an emailed link. */
export const PriceChangeLink = PriceChange.extend({ orderNumber: z.string() })
export type PriceChangeLink = z.infer<typeof PriceChangeLink>

export const readPriceChange = {
  method: 'GET',
  path: apiPaths.priceChange,
  role: 'public',
  summary: 'Show the price increase of an emailed link; changes nothing',
  params: ByToken,
  reply: PriceChangeLink,
  failures: ['not_found', 'too_many'],
} as const satisfies Endpoint

export const answerPriceChange = {
  method: 'POST',
  path: apiPaths.priceChange,
  role: 'public',
  summary: 'Agree to the price increase of an emailed link, or cancel the subscription; idempotent',
  params: ByToken,
  body: z.object({ answer: z.enum(['agree', 'cancel']) }),
  reply: PriceChangeLink,
  failures: ['not_found', 'too_many', 'price_withdrawn', 'not_active'],
} as const satisfies Endpoint

export const agreeToPriceChange = {
  method: 'POST',
  path: apiPaths.agreeToPriceChange,
  role: 'customer',
  summary: "Agree to a price increase of one of the customer's subscriptions; idempotent",
  params: z.object({ id: Id }),
  reply: PriceChange,
  failures: ['not_found', 'price_withdrawn', 'not_active'],
} as const satisfies Endpoint
