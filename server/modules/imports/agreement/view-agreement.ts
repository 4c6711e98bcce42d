import { centsToText } from '#contract/money.ts'
import type { Agreement } from '#contract/subscriptions/agreements.ts'
import { importedConsent } from '#contract/subscriptions/consent.ts'
import { toPriceLine } from '#server/modules/orders/index.ts'
import { planImported } from '#server/modules/subscriptions/index.ts'
import type { ImportDeps } from '../deps.ts'
import type { ImportedRow } from '../tables.ts'
import { findAgreement, toImported } from './find-agreement.ts'
import { hasSubscription } from './has-subscription.ts'

type DeliveryLine = Awaited<ReturnType<typeof planImported>>['lines'][number]

type ViewDeps = Pick<ImportDeps, 'db' | 'clock' | 'shop'>

/** Returns the content of the link's page. Changes nothing. */
export async function viewAgreement(deps: ViewDeps, token: string): Promise<Agreement> {
  const row = await findAgreement(deps.db, deps, token)
  const terms = await planImported(deps.db, deps, toImported(row))
  const { price, lines, leftOut, discontinued, deliveryDate } = terms
  const { frequency } = row
  const { calendar } = deps.shop
  const consent = importedConsent({
    totalCents: price.totalCents,
    frequency,
    deliveryDate,
    calendar,
  })
  const toItem = (isSoldOut: boolean, isDiscontinued: boolean) => (line: DeliveryLine) => ({
    name: line.product.name,
    quantity: line.quantity,
    price: centsToText(line.product.priceCents),
    isSoldOut,
    ...(isDiscontinued && { isDiscontinued }),
  })
  return {
    status: await toStatus(deps, row, lines.length),
    name: row.customerName,
    address: [row.deliveryAddress, `${row.deliveryCity}, ${row.deliveryState} ${row.deliveryZip}`],
    items: [
      ...lines.map(toItem(false, false)),
      ...leftOut.map(toItem(true, false)),
      ...discontinued.map(toItem(true, true)),
    ],
    priceLines: price.lines.map(toPriceLine),
    subtotal: centsToText(price.subtotalCents),
    discount: centsToText(price.discountCents),
    total: centsToText(price.totalCents),
    frequency,
    deliveryDate,
    importedDate: row.nextDate,
    consent,
  }
}

async function toStatus(
  { db }: ViewDeps,
  row: ImportedRow,
  lineCount: number,
): Promise<Agreement['status']> {
  if (row.status !== 'waiting') return row.status
  if (await hasSubscription(db, row)) return 'subscribed'
  return lineCount === 0 ? 'unavailable' : 'open'
}
