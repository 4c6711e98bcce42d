import { eq } from 'drizzle-orm'
import { formatDate } from '#contract/dates/calendar.ts'
import { cutoffOn } from '#contract/dates/calendar-texts.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { BuildEmail } from '#server/modules/mail/index.ts'
import type { EmailDeps } from '#server/modules/orders/index.ts'
import { subscriptions } from '../tables.ts'

/** Rule 47: tells the customer that route days changed the date of the next delivery. */
export function routeDayEmails(deps: EmailDeps): { next_delivery_moved: BuildEmail } {
  return {
    async next_delivery_moved(id, dedupeSuffix = '') {
      const [row] = await deps.db
        .select({ subscription: subscriptions, email: customers.email })
        .from(subscriptions)
        .innerJoin(customers, eq(subscriptions.customerId, customers.id))
        .where(eq(subscriptions.id, id))
      const from = dedupeSuffix.slice(0, 10)
      const to = row?.subscription.nextDate
      // Another change since then may have restored the date.
      if (!row || !to || to === from || row.subscription.status === 'cancelled') return undefined
      const { shop, publicUrl } = deps
      const content = await deps.render({
        kind: 'subscription_changed',
        shop,
        publicUrl,
        number: formatOrderNumber(id),
        title: 'Your next delivery has a new date',
        lines: [
          `It's now on ${formatDate(to)} instead of ${formatDate(from)}, because we changed our route days.`,
          `You can change it until ${cutoffOn(shop.calendar, to)}.`,
        ],
        isByShop: true,
        manageUrl: `${publicUrl}/customer/subscriptions`,
      })
      return { to: row.email, ...content }
    },
  }
}
