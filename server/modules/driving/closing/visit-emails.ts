import { formatDate } from '#contract/dates/calendar.ts'
import type { FailureReason } from '#contract/driver/events.ts'
import type { BuildEmail, visitEmailKinds } from '#server/modules/mail/index.ts'
import { type EmailDeps, getOrderWithItems, toOrderEmail } from '#server/modules/orders/index.ts'
import { getPayment } from '#server/modules/payments/index.ts'

/** For the customer, after "Our driver came by, but". */
const reasonTexts: Record<FailureReason, string> = {
  'nobody-home': 'nobody was home',
  'no-access': 'couldn’t get to your door',
  dog: 'couldn’t get past a dog',
  refused: 'the delivery was declined',
  closed: 'the place was closed',
  'wrong-address': 'couldn’t find your address',
  'no-bottles-left': 'had no bottles left',
  other: 'couldn’t deliver your order',
}

/** The next delivery of the subscription comes by then, so this one is refunded (rule 59). */
export const GIVEN_UP = 'given-up'

/** The content of an email; part of its key, so that a later change does not change what was sent. */
export const toDedupeSuffix = (date: string, reason: string, again: string | undefined): string =>
  `${date} ${reason} ${again ?? '-'}`

export const visitEmails = (
  deps: EmailDeps,
): Record<(typeof visitEmailKinds)[number], BuildEmail> => ({
  async delivery_failed(orderId, dedupeSuffix = '') {
    const details = await getOrderWithItems(deps.db, orderId)
    const to = details?.order.customerEmail
    if (!details || !to || details.order.status === 'cancelled') return undefined
    // Delivered after all, before the email is sent.
    if (details.order.deliveryStatus === 'delivered') return undefined
    const [date = '', reason = '', again = '-'] = dedupeSuffix.split(' ')
    const data = toOrderEmail(deps, 'delivery_failed', details, await getPayment(deps.db, orderId))
    const content = await deps.render({
      ...data,
      failed: {
        on: formatDate(date),
        reason: reasonTexts[reason as FailureReason] ?? reasonTexts.other,
        ...(again === GIVEN_UP
          ? { isGivenUp: true }
          : { again: again === '-' ? undefined : formatDate(again) }),
      },
    })
    return { to, ...content }
  },
})
