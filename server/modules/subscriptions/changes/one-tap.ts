import { addDaysWithin, changeUntil, formatDate } from '#contract/calendar.ts'
import { Failure } from '#contract/errors.ts'
import { nextChargeWords } from '#contract/next-charge.ts'
import type { Delivery, OneTap, Subscription } from '#contract/subscriptions.ts'
import { viewSubscription } from '../subscription-view.ts'
import type { OwnDeed } from './apply-deed.ts'
import { type ChangeDeps, carryOutDeed } from './change-subscription.ts'
import { type OneTapPayload, oneTapToken, readOneTapToken } from './link-tokens.ts'

const PAUSE_DAYS = 28
/** A link holds the whole list that it leads to, and must stay short enough for a mail. */
const MOST_OTHERS = 4

/** What can be done from a reminder, each link naming its result (a second press changes nothing). */
export function oneTapsFor(
  { linkKey, publicUrl }: Pick<ChangeDeps, 'linkKey' | 'publicUrl'>,
  { id, items }: Subscription,
  { cycle, date }: Delivery,
): { label: string; url: string }[] {
  const until = addDaysWithin(date, PAUSE_DAYS)
  const deeds: OwnDeed[] = [
    { do: 'skip', cycle },
    ...otherQuantities(items),
    { do: 'pause', until },
  ]
  return deeds.map((deed) => ({
    label: labelOf(deed, date, items),
    url: `${publicUrl}/deliveries/${oneTapToken(linkKey, { id, cycle, deed })}`,
  }))
}

/** One more and one less of the first product; everything else stays. */
function otherQuantities(items: Subscription['items']): OwnDeed[] {
  const [first, ...rest] = items.map(({ productId, quantity }) => ({ productId, quantity }))
  if (!first || rest.length > MOST_OTHERS) return []
  return [first.quantity + 1, first.quantity - 1]
    .filter((quantity) => quantity > 0)
    .map((quantity) => ({ do: 'change', items: [{ ...first, quantity }, ...rest] }))
}

function labelOf(deed: OwnDeed, date: string, items: Subscription['items']): string {
  if (deed.do === 'skip') return `Skip the delivery on ${formatDate(date)}`
  if (deed.do === 'pause') return `Pause until ${formatDate(deed.until ?? date)}`
  if (deed.do !== 'change' || !deed.items) throw new Error(`no link does ${deed.do}`)
  const [wanted] = deed.items
  const known = items.find(({ productId }) => productId === wanted?.productId)
  return `${wanted?.quantity} × ${known?.name ?? 'bottles'} from now on`
}

export const showOneTap = (deps: ChangeDeps, token: string) => tap(deps, token, true)

export const doOneTap = (deps: ChangeDeps, token: string) => tap(deps, token, false)

async function tap(deps: ChangeDeps, token: string, isPreview: boolean): Promise<OneTap> {
  const payload = readOneTapToken(deps.linkKey, token)
  if (!payload) throw new Failure('not_found')
  const { id, cycle } = payload
  const deed = payload.deed as OwnDeed
  const before = await viewSubscription(deps.db, deps, id)
  const delivery = before?.calendar.find((one) => one.cycle === cycle)
  if (!before || !delivery || before.status === 'cancelled') throw new Failure('link_over')
  const until = changeUntil(deps.shop.timeZone, delivery.date)
  if (deps.clock.now() >= until) throw new Failure('link_over')

  const isDone = isInEffect(payload, before, delivery)
  const after = isDone
    ? before
    : await carryOutDeed(deps, id, deed, { wisher: 'customer', isPreview })
  return {
    orderNumber: id.slice(0, 8),
    deed: deed.do as OneTap['deed'],
    title: labelOf(deed, delivery.date, before.items),
    says: nextChargeWords(after),
    isDone: isDone || !isPreview,
    changeUntil: until.toISOString(),
  }
}

function isInEffect({ deed }: OneTapPayload, now: Subscription, delivery: Delivery): boolean {
  if (deed.do === 'skip') return delivery.status === 'skipped'
  if (deed.do === 'pause') return now.status === 'paused' && now.pausedUntil === deed.until
  if (deed.do !== 'change') return false
  const wanted = new Map(deed.items?.map(({ productId, quantity }) => [productId, quantity]))
  return (
    wanted.size === now.items.length &&
    now.items.every(({ productId, quantity }) => wanted.get(productId) === quantity)
  )
}
