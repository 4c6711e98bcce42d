import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { PriceLine } from '../orders.ts'
import { apiPaths } from '../paths.ts'
import { Frequency, Id, MoneyText } from '../primitives.ts'

const ByToken = z.object({ token: z.string().min(1).max(1000) })

/** Rule 67: what an imported customer agrees to, as of now. */
export const Agreement = z.object({
  /** `subscribed`: the customer has a subscription at this address since. */
  status: z.enum(['open', 'agreed', 'declined', 'unavailable', 'subscribed']),
  name: z.string(),
  address: z.array(z.string()),
  items: z.array(
    z.object({
      name: z.string(),
      quantity: z.int(),
      price: MoneyText,
      /** Not part of the first delivery, because it is sold out. */
      isSoldOut: z.boolean(),
      /** Not part of the subscription either, because it is no longer sold. */
      isDiscontinued: z.boolean().optional(),
    }),
  ),
  priceLines: z.array(PriceLine),
  subtotal: MoneyText,
  discount: MoneyText,
  total: MoneyText,
  frequency: Frequency,
  /** The first delivery that can still be planned, and the date that the shop imported. */
  deliveryDate: z.string(),
  importedDate: z.string(),
  consent: z.array(z.string()),
})
export type Agreement = z.infer<typeof Agreement>

export const readAgreement = {
  method: 'GET',
  path: apiPaths.agreement,
  role: 'public',
  summary: 'Show what the customer of an emailed link is asked to agree to; changes nothing',
  params: ByToken,
  reply: Agreement,
  failures: ['not_found', 'link_invalid', 'too_many'],
} as const satisfies Endpoint

export const startAgreementCard = {
  method: 'POST',
  path: apiPaths.agreementCard,
  role: 'public',
  summary: 'Create the client secret with which the browser saves a card; charges nothing',
  params: ByToken,
  reply: z.object({ clientSecret: z.string() }),
  failures: ['not_found', 'link_invalid', 'already_answered', 'too_many', 'cards_unavailable'],
} as const satisfies Endpoint

export const answerAgreement = {
  method: 'POST',
  path: apiPaths.agreement,
  role: 'public',
  summary: 'Agree with the saved card, which starts the subscription, or decline; idempotent',
  params: ByToken,
  body: z.discriminatedUnion('answer', [
    z.object({
      answer: z.literal('agree'),
      /** Total and date that the page showed: if either has changed, the reply is a 409. */
      total: MoneyText,
      firstDelivery: z.string().max(10),
    }),
    z.object({ answer: z.literal('decline') }),
  ]),
  reply: z.object({
    status: z.enum(['agreed', 'declined']),
    subscriptionId: Id.nullable(),
    deliveryDate: z.string().nullable(),
  }),
  failures: [
    'not_found',
    'link_invalid',
    'already_answered',
    'already_subscribed',
    'terms_changed',
    'no_card_yet',
    'product_unavailable',
    'too_many',
    'cards_unavailable',
  ],
} as const satisfies Endpoint
