import { asc, eq } from 'drizzle-orm'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { type BuildEmail, queueEmail } from '#server/modules/mail/index.ts'
import type { EmailDeps } from '#server/modules/orders/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { subscriptionItems, subscriptions } from '../tables.ts'

/** Changes that an account thief would make, so the customer is notified by email (AU15). */
type ChangedField = 'address' | 'items' | 'card'

const emailKind = (field: ChangedField) => `subscription_${field}_changed` as const

const titles: Record<ChangedField, string> = {
  address: 'Your delivery address was changed',
  items: 'Your items were changed',
  card: 'Your card was changed',
}

type SubscriptionRow = typeof subscriptions.$inferSelect

export async function queueChangeEmail(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  subscriptionId: string,
  field: ChangedField,
): Promise<void> {
  await queueEmail(tx, deps, {
    kind: emailKind(field),
    subjectId: subscriptionId,
    dedupeSuffix: deps.clock.now().toISOString(),
  })
}

export function changeEmails(deps: EmailDeps): Record<ReturnType<typeof emailKind>, BuildEmail> {
  const build =
    (field: ChangedField): BuildEmail =>
    async (id) => {
      const [row] = await deps.db
        .select({ subscription: subscriptions, email: customers.email })
        .from(subscriptions)
        .innerJoin(customers, eq(subscriptions.customerId, customers.id))
        .where(eq(subscriptions.id, id))
      if (!row) return undefined
      const { shop, publicUrl } = deps
      const content = await deps.render({
        kind: 'subscription_changed',
        shop,
        publicUrl,
        number: formatOrderNumber(id),
        title: titles[field],
        lines: await describeChange(deps.db, row.subscription, field),
        manageUrl: `${publicUrl}/customer/subscriptions`,
      })
      return { to: row.email, ...content }
    }
  return {
    subscription_address_changed: build('address'),
    subscription_items_changed: build('items'),
    subscription_card_changed: build('card'),
  }
}

/** The new values. The card is not described, because only the provider stores its digits. */
async function describeChange(
  db: Db,
  row: SubscriptionRow,
  field: ChangedField,
): Promise<string[]> {
  if (field === 'card') return ['We’ll charge your next deliveries to the new card.']
  if (field === 'address') {
    const { deliveryAddress, deliveryCity, deliveryState, deliveryZip } = row
    return [deliveryAddress ?? '', `${deliveryCity}, ${deliveryState} ${deliveryZip}`].filter(
      Boolean,
    )
  }
  const items = await db
    .select({ name: products.name, quantity: subscriptionItems.quantity })
    .from(subscriptionItems)
    .innerJoin(products, eq(subscriptionItems.productId, products.id))
    .where(eq(subscriptionItems.subscriptionId, row.id))
    .orderBy(asc(subscriptionItems.position))
  return items.map(({ name, quantity }) => `${quantity} × ${name}`)
}
