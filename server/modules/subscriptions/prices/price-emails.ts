import { formatOrderNumber } from '#contract/order-number.ts'
import {
  priceChangeSentences,
  priceConsentLabel,
} from '#contract/subscriptions/price-change-texts.ts'
import type { PriceChange } from '#contract/subscriptions/price-changes.ts'
import type { BuildEmail, EmailContent } from '#server/modules/mail/index.ts'
import type { EmailDeps } from '#server/modules/orders/index.ts'
import { priceChangeToken } from '../changes/link-tokens.ts'
import { getFirstOrder } from '../queries.ts'
import { getPriceChange } from './price-change-view.ts'

type Deps = EmailDeps & { linkKey: string }

type Kind = 'price_increase' | 'price_increase_withdrawn'

/** Emails about a price increase, built from the question as it is when they are sent. */
export const priceEmails = (deps: Deps): Record<Kind, BuildEmail> => ({
  // A question that was answered or closed in the meantime is not asked.
  price_increase: (id) => build(deps, 'price_increase', id, ['open', 'noticed']),
  price_increase_withdrawn: (id) => build(deps, 'price_increase_withdrawn', id, ['withdrawn']),
})

async function build(
  deps: Deps,
  kind: Kind,
  id: string,
  statuses: PriceChange['status'][],
): Promise<EmailContent | undefined> {
  const change = await getPriceChange(deps.db, id)
  if (!change || !statuses.includes(change.status)) return undefined
  const first = await getFirstOrder(deps.db, change.subscriptionId)
  if (!first?.customerEmail) return undefined
  const { shop, publicUrl } = deps
  const url = `${publicUrl}/price-changes/${priceChangeToken(deps.linkKey, id)}`
  const content = await deps.render({
    kind,
    shop,
    publicUrl,
    number: formatOrderNumber(change.subscriptionId),
    productName: change.productName,
    oldPrice: change.oldPrice,
    newPrice: change.newPrice,
    sentences: priceChangeSentences(change),
    agree: change.mode === 'ask' ? { label: priceConsentLabel(change), url } : null,
    changeUrl: `${url}?change`,
  })
  return { to: first.customerEmail, ...content }
}
