import { and, desc, eq } from 'drizzle-orm'
import { formatDate, formatDateTime } from '#contract/dates/calendar.ts'
import { changeUntil, findClosedDate } from '#contract/dates/shop-calendar.ts'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import { windowText } from '#contract/zones/window-text.ts'
import { isDispatched } from '#server/modules/deliveries/index.ts'
import type {
  BuildEmail,
  deliveryEmailKinds,
  EmailContent,
  OrderEmailData,
  paymentEmailKinds,
} from '#server/modules/mail/index.ts'
import {
  canPlanCancelled,
  type EmailDeps,
  getOrderWithItems,
  toOrderEmail,
} from '#server/modules/orders/index.ts'
import { getPayment, isSameAccount } from '#server/modules/payments/index.ts'
import { findException } from '#server/modules/zones/index.ts'
import { oneTapLinks } from './changes/one-tap.ts'
import { readMoveSuffix } from './move-suffix.ts'
import { type CycleRow, findCycleByOrder, getFirstOrder } from './queries.ts'
import { type ViewDeps, viewSubscription } from './subscription-view.ts'
import { cycles, subscriptions } from './tables.ts'

type Deps = EmailDeps & ViewDeps & { account?: string }

type Kind = (typeof deliveryEmailKinds)[number] | (typeof paymentEmailKinds)[number]

/** Emails about an upcoming delivery, built from the rows stored when they are sent. */
export const deliveryEmails = (deps: Deps): Record<Kind, BuildEmail> => ({
  delivery_reminder: (orderId) => build(deps, 'delivery_reminder', orderId, getReminder),
  delivery_skipped: (subjectId) => build(deps, 'delivery_skipped', subjectId, getSkipReason),
  delivery_moved: (orderId, dedupeSuffix) =>
    build(deps, 'delivery_moved', orderId, () => getMove(deps, orderId, dedupeSuffix)),
  card_problem: (orderId) => build(deps, 'card_problem', orderId, getCardState),
  card_authentication: (orderId) => build(deps, 'card_authentication', orderId, getCardState),
  subscription_past_due: (orderId) => build(deps, 'subscription_past_due', orderId, getCardState),
})

/** The email's wording depends on whether the subscription uses the customer's default card. */
async function getCardState({ db, account }: Deps, orderId: string): Promise<DeliveryContent> {
  const row = await findCycleByOrder(db, orderId)
  const [subscription] = row
    ? await db.select().from(subscriptions).where(eq(subscriptions.id, row.subscriptionId))
    : []
  if (!subscription) return {}
  const { paymentMethodRef, providerAccount, usesDefaultCard } = subscription
  const isMissing = paymentMethodRef === null || !isSameAccount(providerAccount, account)
  return { card: { isMissing, usesDefaultCard } }
}

type DeliveryContent = Pick<OrderEmailData, 'change' | 'reason' | 'card' | 'leftOut' | 'moved'> & {
  deliveryDate?: string
}

/** Returns undefined, so that no email is sent, if `getContent` returns undefined. */
async function build(
  deps: Deps,
  kind: Kind,
  orderId: string,
  getContent: (deps: Deps, orderId: string) => Promise<DeliveryContent | undefined>,
): Promise<EmailContent | undefined> {
  const details = await getOrderWithItems(deps.db, orderId)
  const to = details?.order.customerEmail
  const content = to ? await getContent(deps, orderId) : undefined
  if (!details || !to || !content) return undefined
  const data = toOrderEmail(deps, kind, details, await getPayment(deps.db, orderId))
  return { to, ...(await deps.render({ ...data, ...content })) }
}

/** A delivery that was cancelled before the email is sent needs no reminder. */
async function getReminder(deps: Deps, orderId: string): Promise<DeliveryContent | undefined> {
  const row = await findCycleByOrder(deps.db, orderId)
  const view = row && (await viewSubscription(deps.db, deps, row.subscriptionId))
  const delivery = view?.calendar.find(({ cycle }) => cycle === row?.cycle)
  if (!view || delivery?.status !== 'ordered') return undefined
  const { calendar, timeZone } = deps.shop
  const until = formatDateTime(timeZone, changeUntil(calendar, delivery.date))
  const links = delivery.isEditable ? oneTapLinks(deps, view, delivery) : []
  return {
    change: { until, links },
    ...leftOutContent(deps, view.id, delivery),
    ...(await getCardState(deps, orderId)),
  }
}

/** Rule 31: what the delivery comes without, and where to swap it. */
function leftOutContent(
  { publicUrl }: Deps,
  id: string,
  { leftOut, isEditable }: Delivery,
): Pick<DeliveryContent, 'leftOut'> {
  if (leftOut.length === 0) return {}
  const items = listFormat.format(leftOut.map(({ quantity, name }) => `${quantity} × ${name}`))
  const url = `${publicUrl}/customer/subscriptions?change=${id}`
  return { leftOut: { items, swapUrl: isEditable ? url : null } }
}

const listFormat = new Intl.ListFormat('en-US')

/** A cancelled delivery needs no email, unless it is still made (rule 17): then it can't be changed. */
async function getMove(
  deps: Deps,
  orderId: string,
  dedupeSuffix = '',
): Promise<DeliveryContent | undefined> {
  const order = await getFirstOrder(deps.db, orderId)
  if (!order || isDispatched(order)) return undefined
  const isCancelled = order.status === 'cancelled'
  if (isCancelled && !(await canPlanCancelled(deps.db, orderId))) return undefined
  const { from: date, lostWindow } = readMoveSuffix(dedupeSuffix)
  const row = await findCycleByOrder(deps.db, orderId)
  const reminder = row?.status === 'ordered' ? await getReminder(deps, orderId) : undefined
  const isByInvoice = ((await getPayment(deps.db, orderId))?.netDays ?? null) !== null
  const closed = findClosedDate(deps.shop.calendar, date)
  const exception = closed ? undefined : await findException(deps.db, order.deliveryZip, date)
  const change = isCancelled ? null : (reminder?.change ?? newCutoff(deps, order.deliveryDate))
  return {
    moved: {
      from: formatDate(date),
      closedFor: closed?.name ?? exception?.reason ?? '',
      isClosed: closed !== undefined,
      isChargedThen:
        row?.status === 'ordered' && (isByInvoice || reminder?.card?.isMissing === false),
      // Another window may have been chosen since.
      ...(lostWindow && !order.deliveryWindow && { lostWindow: windowText(lostWindow) }),
    },
    ...(change && { change }),
  }
}

/** Rule 48: a new date brings a new cut-off, also for an order that is paid already. */
function newCutoff({ shop, clock }: Deps, date: string): { until: string; links: [] } | undefined {
  const until = changeUntil(shop.calendar, date)
  if (clock.now() >= until) return undefined
  return { until: formatDateTime(shop.timeZone, until), links: [] }
}

const skipReasonText: Record<string, string> = {
  unpaid_before: 'an earlier delivery is unpaid',
  missed: 'we couldn’t deliver that day',
  product_unavailable: 'none of its items is available',
  closed_date: 'we’re closed and your previous delivery moved to that day',
  same_day: 'it’s on the same day as your previous delivery',
}

async function getSkipReason(deps: Deps, subjectId: string): Promise<DeliveryContent | undefined> {
  const row = (await findCycleByOrder(deps.db, subjectId)) ?? (await lastSkipped(deps, subjectId))
  if (row?.status !== 'skipped') return undefined
  return { reason: skipReasonText[row.reason ?? ''] ?? '', deliveryDate: formatDate(row.date) }
}

async function lastSkipped({ db }: Deps, id: string): Promise<CycleRow | undefined> {
  const [row] = await db
    .select()
    .from(cycles)
    .where(and(eq(cycles.subscriptionId, id), eq(cycles.status, 'skipped')))
    .orderBy(desc(cycles.updatedAt), desc(cycles.cycle))
    .limit(1)
  return row
}
