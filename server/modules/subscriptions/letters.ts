import { and, desc, eq } from 'drizzle-orm'
import { changeUntil, formatDate, formatMoment } from '#contract/calendar.ts'
import type {
  deliveryMailKinds,
  Letter,
  OrderLetter,
  paymentMailKinds,
  WriteLetter,
} from '#server/modules/mail/index.ts'
import { type LetterDeps, letterOf, wholeOrder } from '#server/modules/orders/index.ts'
import { isSameAccount } from '#server/modules/payments/index.ts'
import { oneTapsFor } from './changes/one-tap.ts'
import { type CycleRow, cycleOfOrder } from './queries.ts'
import { type ViewDeps, viewSubscription } from './subscription-view.ts'
import { cycles, subscriptions } from './tables.ts'

type Deps = LetterDeps & ViewDeps & { account?: string }

type Kind = (typeof deliveryMailKinds)[number] | (typeof paymentMailKinds)[number]

/** The mails about a delivery to come, written from what is stored at the moment of sending. */
export const deliveryLetters = (deps: Deps): Record<Kind, WriteLetter> => ({
  delivery_reminder: (orderId) => write(deps, 'delivery_reminder', orderId, remind),
  delivery_skipped: (subjectId) => write(deps, 'delivery_skipped', subjectId, explain),
  card_problem: (orderId) => write(deps, 'card_problem', orderId, cardOf),
  card_authentication: (orderId) => write(deps, 'card_authentication', orderId, cardOf),
  subscription_past_due: (orderId) => write(deps, 'subscription_past_due', orderId, cardOf),
})

/** What a mail may promise follows from the subscription: only some follow the default card. */
async function cardOf({ db, account }: Deps, orderId: string): Promise<More> {
  const row = await cycleOfOrder(db, orderId)
  const [of] = row
    ? await db.select().from(subscriptions).where(eq(subscriptions.id, row.subscriptionId))
    : []
  if (!of) return {}
  const isMissing = of.paymentMethodRef === null || !isSameAccount(of.providerAccount, account)
  return { card: { isMissing, followsDefault: of.followsDefaultCard } }
}

type More = Pick<OrderLetter, 'change' | 'why' | 'card'> & { deliveryDate?: string }

/** Nothing to tell where `more` finds nothing. */
async function write(
  deps: Deps,
  kind: Kind,
  orderId: string,
  more: (deps: Deps, orderId: string) => Promise<More | undefined>,
): Promise<Letter | undefined> {
  const whole = await wholeOrder(deps.db, orderId)
  const told = whole?.order.customerEmail ? await more(deps, orderId) : undefined
  if (!whole?.order.customerEmail || !told) return undefined
  const words = await deps.render({ ...letterOf(deps, kind, whole), ...told })
  return { to: whole.order.customerEmail, ...words }
}

/** A delivery that was called off before the mail left needs no reminder. */
async function remind(deps: Deps, orderId: string): Promise<More | undefined> {
  const row = await cycleOfOrder(deps.db, orderId)
  const view = row && (await viewSubscription(deps.db, deps, row.subscriptionId))
  const delivery = view?.calendar.find(({ cycle }) => cycle === row?.cycle)
  if (!view || delivery?.status !== 'ordered') return undefined
  const { timeZone } = deps.shop
  const until = formatMoment(timeZone, changeUntil(timeZone, delivery.date))
  const links = delivery.isChangeable ? oneTapsFor(deps, view, delivery) : []
  return { change: { until, links }, ...(await cardOf(deps, orderId)) }
}

const whys: Record<string, string> = {
  unpaid_before: 'an earlier delivery is not paid yet',
  missed: 'we were not able to bring it',
  product_gone: 'one of its products is no longer sold',
}

async function explain(deps: Deps, subjectId: string): Promise<More | undefined> {
  const row = (await cycleOfOrder(deps.db, subjectId)) ?? (await lastSkipped(deps, subjectId))
  if (row?.status !== 'skipped') return undefined
  return { why: whys[row.reason ?? ''] ?? '', deliveryDate: formatDate(row.date) }
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
