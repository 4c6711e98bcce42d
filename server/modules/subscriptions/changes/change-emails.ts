import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { type BuildEmail, queueEmail } from '#server/modules/mail/index.ts'
import type { EmailDeps } from '#server/modules/orders/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { subscriptionItems, subscriptions } from '../tables.ts'

/** Changes that somebody who took over an account would make, so its owner is told (AU15). */
type ChangedPart = 'address' | 'items' | 'card'

const emailKind = (what: ChangedPart) => `subscription_${what}_changed` as const

const titles: Record<ChangedPart, string> = {
  address: 'Your delivery address was changed',
  items: 'Your items were changed',
  card: 'Your card was changed',
}

type SubscriptionRow = typeof subscriptions.$inferSelect

export async function queueChangeEmail(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  subscriptionId: string,
  what: ChangedPart,
): Promise<void> {
  await queueEmail(tx, deps, {
    kind: emailKind(what),
    subjectId: subscriptionId,
    dedupeSuffix: deps.clock.now().toISOString(),
  })
}

export function changeEmails(deps: EmailDeps): Record<ReturnType<typeof emailKind>, BuildEmail> {
  const write =
    (what: ChangedPart): BuildEmail =>
    async (id) => {
      const [found] = await deps.db
        .select({ subscription: subscriptions, email: customers.email })
        .from(subscriptions)
        .innerJoin(customers, eq(subscriptions.customerId, customers.id))
        .where(eq(subscriptions.id, id))
      if (!found) return undefined
      const { shop, publicUrl } = deps
      const content = await deps.render({
        kind: 'subscription_changed',
        shop,
        publicUrl,
        number: id.slice(0, 8),
        title: titles[what],
        lines: await describeChange(deps.db, found.subscription, what),
        manageUrl: `${publicUrl}/customer/subscriptions`,
      })
      return { to: found.email, ...content }
    }
  return {
    subscription_address_changed: write('address'),
    subscription_items_changed: write('items'),
    subscription_card_changed: write('card'),
  }
}

/** How it stands now. The card is not described: only the provider knows its digits. */
async function describeChange(db: Db, row: SubscriptionRow, what: ChangedPart): Promise<string[]> {
  if (what === 'card') return ["We'll charge your next deliveries to the new card."]
  if (what === 'address') {
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
