import { and, desc, eq } from 'drizzle-orm'
import { changeUntil, formatDate, formatDateTime } from '#contract/dates/calendar.ts'
import type {
  BuildEmail,
  deliveryEmailKinds,
  Letter,
  OrderEmailData,
  paymentEmailKinds,
} from '#server/modules/mail/index.ts'
import { type EmailDeps, getOrderWithDetails, toOrderEmail } from '#server/modules/orders/index.ts'
import { isSameAccount } from '#server/modules/payments/index.ts'
import { oneTapLinks } from './changes/one-tap.ts'
import { type CycleRow, findCycleByOrder } from './queries.ts'
import { type ViewDeps, viewSubscription } from './subscription-view.ts'
import { cycles, subscriptions } from './tables.ts'

type Deps = EmailDeps & ViewDeps & { account?: string }

type Kind = (typeof deliveryEmailKinds)[number] | (typeof paymentEmailKinds)[number]

/** The mails about a delivery to come, written from what is stored at the moment of sending. */
export const deliveryEmails = (deps: Deps): Record<Kind, BuildEmail> => ({
  delivery_reminder: (orderId) => write(deps, 'delivery_reminder', orderId, remind),
  delivery_skipped: (subjectId) => write(deps, 'delivery_skipped', subjectId, explainSkip),
  card_problem: (orderId) => write(deps, 'card_problem', orderId, getCardState),
  card_authentication: (orderId) => write(deps, 'card_authentication', orderId, getCardState),
  subscription_past_due: (orderId) => write(deps, 'subscription_past_due', orderId, getCardState),
})

/** What a mail may promise follows from the subscription: only some follow the default card. */
async function getCardState({ db, account }: Deps, orderId: string): Promise<DeliveryContent> {
  const row = await findCycleByOrder(db, orderId)
  const [of] = row
    ? await db.select().from(subscriptions).where(eq(subscriptions.id, row.subscriptionId))
    : []
  if (!of) return {}
  const isMissing = of.paymentMethodRef === null || !isSameAccount(of.providerAccount, account)
  return { card: { isMissing, usesDefaultCard: of.usesDefaultCard } }
}

type DeliveryContent = Pick<OrderEmailData, 'change' | 'why' | 'card'> & { deliveryDate?: string }

/** Nothing to tell where `more` finds nothing. */
async function write(
  deps: Deps,
  kind: Kind,
  orderId: string,
  more: (deps: Deps, orderId: string) => Promise<DeliveryContent | undefined>,
): Promise<Letter | undefined> {
  const whole = await getOrderWithDetails(deps.db, orderId)
  const told = whole?.order.customerEmail ? await more(deps, orderId) : undefined
  if (!whole?.order.customerEmail || !told) return undefined
  const words = await deps.render({ ...toOrderEmail(deps, kind, whole), ...told })
  return { to: whole.order.customerEmail, ...words }
}

/** A delivery that was called off before the mail left needs no reminder. */
async function remind(deps: Deps, orderId: string): Promise<DeliveryContent | undefined> {
  const row = await findCycleByOrder(deps.db, orderId)
  const view = row && (await viewSubscription(deps.db, deps, row.subscriptionId))
  const delivery = view?.calendar.find(({ cycle }) => cycle === row?.cycle)
  if (!view || delivery?.status !== 'ordered') return undefined
  const { timeZone } = deps.shop
  const until = formatDateTime(timeZone, changeUntil(timeZone, delivery.date))
  const links = delivery.isEditable ? oneTapLinks(deps, view, delivery) : []
  return { change: { until, links }, ...(await getCardState(deps, orderId)) }
}

const skipReasonText: Record<string, string> = {
  unpaid_before: 'an earlier delivery is unpaid',
  missed: "we couldn't deliver that day",
  product_gone: 'an item is no longer available',
}

async function explainSkip(deps: Deps, subjectId: string): Promise<DeliveryContent | undefined> {
  const row = (await findCycleByOrder(deps.db, subjectId)) ?? (await lastSkipped(deps, subjectId))
  if (row?.status !== 'skipped') return undefined
  return { why: skipReasonText[row.reason ?? ''] ?? '', deliveryDate: formatDate(row.date) }
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
