import { addDaysClamped, formatDate } from '#contract/dates/calendar.ts'
import { changeUntil } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { nextChargeText } from '#contract/subscriptions/next-charge.ts'
import type { Delivery, OneTap, Subscription } from '#contract/subscriptions/subscriptions.ts'
import { viewSubscription } from '../subscription-view.ts'
import type { InPlaceChange } from './apply-change.ts'
import { applyChangeById, type ChangeDeps } from './change-subscription.ts'
import { type OneTapPayload, oneTapToken, readOneTapToken } from './link-tokens.ts'

const PAUSE_DAYS = 28
/** A link contains the complete item list and must stay short enough for an email. */
const MAX_OTHER_ITEMS = 4

/** The links of a reminder. Each contains its result, so that clicking twice is idempotent. */
export function oneTapLinks(
  { linkKey, publicUrl }: Pick<ChangeDeps, 'linkKey' | 'publicUrl'>,
  { id, items }: Subscription,
  { cycle, date }: Delivery,
): { label: string; url: string }[] {
  const until = addDaysClamped(date, PAUSE_DAYS)
  const changes: InPlaceChange[] = [
    { type: 'skip', cycle },
    ...otherQuantities(items),
    { type: 'pause', until },
  ]
  return changes.map((change) => ({
    label: oneTapLabel(change, date, items),
    url: `${publicUrl}/deliveries/${oneTapToken(linkKey, { id, cycle, change })}`,
  }))
}

/** One more and one less of the first product; the other items stay. */
function otherQuantities(items: Subscription['items']): InPlaceChange[] {
  const [first, ...rest] = items.map(({ productId, quantity }) => ({ productId, quantity }))
  if (!first || rest.length > MAX_OTHER_ITEMS) return []
  return [first.quantity + 1, first.quantity - 1]
    .filter((quantity) => quantity > 0)
    .map((quantity) => ({ type: 'change', items: [{ ...first, quantity }, ...rest] }))
}

function oneTapLabel(change: InPlaceChange, date: string, items: Subscription['items']): string {
  if (change.type === 'skip') return `Skip the delivery on ${formatDate(date)}`
  if (change.type === 'pause')
    return `Pause my deliveries until ${formatDate(change.until ?? date)}`
  if (change.type !== 'change' || !change.items)
    throw new Error(`one-tap links do not support ${change.type}`)
  const [item] = change.items
  const current = items.find(({ productId }) => productId === item?.productId)
  return `Change to ${item?.quantity} × ${current?.name ?? 'bottles'}`
}

export const previewOneTap = (deps: ChangeDeps, token: string) => runOneTap(deps, token, true)

export const applyOneTap = (deps: ChangeDeps, token: string) => runOneTap(deps, token, false)

async function runOneTap(deps: ChangeDeps, token: string, isPreview: boolean): Promise<OneTap> {
  const payload = readOneTapToken(deps.linkKey, token)
  if (!payload) throw new Failure('not_found')
  const { id, cycle } = payload
  const change = payload.change as InPlaceChange
  const before = await viewSubscription(deps.db, deps, id)
  const delivery = before?.calendar.find((candidate) => candidate.cycle === cycle)
  if (!before || !delivery || before.status === 'cancelled') throw new Failure('link_expired')
  const until = changeUntil(deps.shop.calendar, delivery.date)
  if (deps.clock.now() >= until) throw new Failure('link_expired')

  const isDone = isInEffect(payload, before, delivery)
  const after = isDone
    ? before
    : await applyChangeById(deps, id, change, { initiatedBy: 'customer', isPreview })
  return {
    orderNumber: formatOrderNumber(id),
    change: change.type as OneTap['change'],
    title: oneTapLabel(change, delivery.date, before.items),
    effect: nextChargeText(after),
    isDone: isDone || !isPreview,
    changeUntil: until.toISOString(),
  }
}

function isInEffect(
  { change }: OneTapPayload,
  subscription: Subscription,
  delivery: Delivery,
): boolean {
  if (change.type === 'skip') return delivery.status === 'skipped'
  if (change.type === 'pause') {
    return subscription.status === 'paused' && subscription.pausedUntil === change.until
  }
  if (change.type !== 'change') return false
  const quantities = new Map(change.items?.map(({ productId, quantity }) => [productId, quantity]))
  return (
    quantities.size === subscription.items.length &&
    subscription.items.every(({ productId, quantity }) => quantities.get(productId) === quantity)
  )
}
