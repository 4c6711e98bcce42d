import { eq } from 'drizzle-orm'
import { formatDate } from '#contract/dates/calendar.ts'
import { cutoffOn } from '#contract/dates/calendar-texts.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { windowText } from '#contract/zones/window-text.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { BuildEmail } from '#server/modules/mail/index.ts'
import type { EmailDeps } from '#server/modules/orders/index.ts'
import { keepWindow } from '#server/modules/zones/index.ts'
import { subscriptions } from '../tables.ts'

/** A day change states that the date is not served; its suffix has this after the former date. */
export const DAY_CHANGE_SUFFIX = '-day-change-'

/** Rules 47 and 48: emails the customer the new date of the next delivery, and why it changed. */
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
      const { deliveryWindow: window, deliveryZip: zip } = row.subscription
      const isLost = window && !(await keepWindow(deps.db, window, { zip, date: to }))
      const content = await deps.render({
        kind: 'subscription_changed',
        shop,
        publicUrl,
        number: formatOrderNumber(id),
        title: 'Your next delivery has a new date',
        lines: [
          dedupeSuffix.includes(DAY_CHANGE_SUFFIX)
            ? `It’s now on ${formatDate(to)}, because we can’t deliver on ${formatDate(from)}.`
            : `It’s now on ${formatDate(to)} instead of ${formatDate(from)}, because we changed our route days.`,
          ...(isLost
            ? [`We don’t offer your time window (${windowText(window)}) on that day.`]
            : []),
          `Make changes by ${cutoffOn(shop.calendar, to)}.`,
        ],
        isByShop: true,
        manageUrl: `${publicUrl}/customer/subscriptions`,
      })
      return { to: row.email, ...content }
    },
  }
}
