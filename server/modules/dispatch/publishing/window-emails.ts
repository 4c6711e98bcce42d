import { formatDate } from '#contract/dates/calendar.ts'
import { periodOn, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { WINDOW_MARGIN_MS } from '#contract/routes/publishing.ts'
import { isDispatched } from '#server/modules/deliveries/index.ts'
import type { BuildEmail, windowEmailKinds } from '#server/modules/mail/index.ts'
import {
  canPlanCancelled,
  type EmailDeps,
  getOrderWithItems,
  toOrderEmail,
} from '#server/modules/orders/index.ts'
import { getPayment } from '#server/modules/payments/index.ts'

/** The content of an email; part of its key, so that a later change does not change what was sent. */
export type AnnouncedWindow = { date: string; expectedAt: Date | null }

/** '2026-03-05 1772722800 7'; 0 if only the day was announced. `version` is the route's. */
export const toDedupeSuffix = ({ date, expectedAt }: AnnouncedWindow, version: number): string =>
  `${date} ${Math.floor((expectedAt?.getTime() ?? 0) / 1000)} ${version}`

function parseSuffix(suffix = ''): AnnouncedWindow {
  const [date = '', seconds] = suffix.split(' ')
  return { date, expectedAt: Number(seconds) > 0 ? new Date(Number(seconds) * 1000) : null }
}

type Kind = (typeof windowEmailKinds)[number]

export function windowEmails(deps: EmailDeps): Record<Kind, BuildEmail> {
  const build =
    (kind: Kind): BuildEmail =>
    async (orderId, dedupeSuffix) => {
      const details = await getOrderWithItems(deps.db, orderId)
      const to = details?.order.customerEmail
      // Cancelled, or delivered, before the email is sent.
      if (!details || !to) return undefined
      if (details.order.status === 'cancelled' && !(await canPlanCancelled(deps.db, orderId)))
        return undefined
      if (isDispatched(details.order)) return undefined
      const announced = parseSuffix(dedupeSuffix)
      const data = toOrderEmail(deps, kind, details, await getPayment(deps.db, orderId))
      const window = toWindow(deps.shop.calendar, announced)
      const content = await deps.render({
        ...data,
        deliveryDate: formatDate(announced.date),
        ...(window && { window }),
      })
      return { to, ...content }
    }
  return {
    delivery_window: build('delivery_window'),
    delivery_window_withdrawn: build('delivery_window_withdrawn'),
  }
}

/** `{ from: '9:15 AM', to: '10:45 AM' }` on the shop's clock. */
function toWindow(calendar: ShopCalendar, { date, expectedAt }: AnnouncedWindow) {
  if (!expectedAt) return undefined
  const { timeZone } = periodOn(calendar, date)
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  const show = (offset: number) =>
    format.format(new Date(expectedAt.getTime() + offset)).replace('\u202f', ' ')
  return { from: show(-WINDOW_MARGIN_MS), to: show(WINDOW_MARGIN_MS) }
}
