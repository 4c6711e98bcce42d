import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id, MoneyText } from '../primitives.ts'

/** Rule 32: staff can email who has not answered at most this often. */
export const REMIND_AFTER_DAYS = 7

export const PriceIncreaseSubscriber = z.object({
  subscriptionId: Id,
  customerName: z.string(),
  oldPrice: MoneyText,
  /** `later`: the email is sent 14 to 30 days before the first delivery at the new price. */
  status: z.enum(['agreed', 'waiting', 'noticed', 'later']),
  firstDate: z.string().nullable(),
  askedAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
})
export type PriceIncreaseSubscriber = z.infer<typeof PriceIncreaseSubscriber>

/** A price above what subscribers have agreed to, with their answers. */
export const PriceIncrease = z.object({
  priceId: z.int(),
  price: MoneyText,
  validFrom: z.iso.datetime(),
  /** Active subscriptions that it concerns. */
  total: z.int(),
  agreed: z.int(),
  noticed: z.int(),
  waiting: z.int(),
  /** Waiting subscribers who can be reminded now. */
  canRemind: z.int(),
  /** The first 200, those who have not answered first. */
  subscribers: z.array(PriceIncreaseSubscriber),
})
export type PriceIncrease = z.infer<typeof PriceIncrease>

export const listPriceIncreases = {
  method: 'GET',
  path: apiPaths.adminPriceIncreases,
  role: 'admin',
  permission: 'products.read',
  summary: 'The price increases of a product and how subscribers answered them',
  params: z.object({ id: Id }),
  reply: z.array(PriceIncrease),
  failures: ['not_found'],
} as const satisfies Endpoint

export const remindPriceIncrease = {
  method: 'POST',
  path: apiPaths.adminPriceIncreaseRemind,
  role: 'admin',
  permission: 'products.write',
  summary: 'Email subscribers who have not answered, each at most once in seven days',
  params: z.object({ id: Id, priceId: z.coerce.number().int().positive() }),
  reply: z.object({ reminded: z.int() }),
  failures: ['not_found'],
} as const satisfies Endpoint
