import { periodOn, shopDate } from '#contract/dates/shop-calendar.ts'
import type { BuildEmail, trackingEmailKinds } from '#server/modules/mail/index.ts'
import { type EmailDeps, getOrderWithItems, toOrderEmail } from '#server/modules/orders/index.ts'
import { getPayment } from '#server/modules/payments/index.ts'
import type { Clock } from '#server/runtime.ts'
import { isNear } from './queue-near-emails.ts'
import { findRoutes, readTrackedRoute } from './read-tracked-route.ts'
import { trackRoute } from './track-route.ts'

type Kind = (typeof trackingEmailKinds)[number]

/** Says where the truck is when the email is sent, and nothing if it was there or is elsewhere. */
export const nearEmails = (deps: EmailDeps & { clock: Clock }): Record<Kind, BuildEmail> => ({
  async truck_near(orderId, date = '') {
    const details = await getOrderWithItems(deps.db, orderId)
    const to = details?.order.customerEmail
    if (!details || !to || details.order.deliveryDate !== date) return undefined
    const near = await readNear(deps, orderId)
    if (!near) return undefined
    const data = toOrderEmail(deps, 'truck_near', details, await getPayment(deps.db, orderId))
    const { timeZone } = periodOn(deps.shop.calendar, date)
    const content = await deps.render({
      ...data,
      near: {
        stopsBefore: near.stopsBefore,
        from: formatTime(timeZone, near.from),
        to: formatTime(timeZone, near.to),
      },
    })
    return { to, ...content }
  },
})

async function readNear(deps: EmailDeps & { clock: Clock }, orderId: string) {
  const routeId = (await findRoutes(deps.db, [orderId])).get(orderId)
  const route = routeId ? await readTrackedRoute(deps.db, deps, routeId) : undefined
  if (!route) return undefined
  const now = deps.clock.now()
  const line = trackRoute(route, now, shopDate(deps.shop.calendar, now)).get(orderId)
  return isNear(line) && line.emailsWhenNear ? line : undefined
}

/** '10:55 AM' */
const formatTime = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(new Date(instant))
    .replace('\u202f', ' ')
