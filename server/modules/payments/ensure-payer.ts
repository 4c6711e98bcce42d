import { createHash } from 'node:crypto'
import { type Given, statement } from '#server/db/statement.ts'
import type { PaymentDeps } from './deps.ts'
import type { Patience } from './port.ts'
import { payerRef } from './queries.ts'
import { payers } from './tables.ts'

const write = statement((db, given: Given<typeof payers.$inferSelect>) =>
  db
    .insert(payers)
    .values({
      customerId: given('customerId'),
      customerRef: given('customerRef'),
      createdAt: given('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ customerRef: payers.customerRef }),
)

/** The customer as the provider knows them, made there once. */
export async function ensurePayer(
  { db, cards, clock }: Pick<PaymentDeps, 'db' | 'cards' | 'clock'>,
  customer: { id: string; email: string; name: string; isNew?: boolean },
  patience: Patience,
): Promise<string> {
  const known = customer.isNew ? undefined : await payerRef(db, customer.id)
  if (known) return known
  const { id: customerId, email, name } = customer
  // A key must come with the same words each time, and the name may be typed anew.
  const words = createHash('sha256').update(`${email}\n${name}`).digest('base64url').slice(0, 12)
  const key = `customer-${customerId}-${words}`
  const customerRef = await cards.createCustomer({ key, email, name }, patience)
  const [mine] = await write(db, { customerId, customerRef, createdAt: clock.now() })
  // Of two at once the first to be written counts.
  return mine?.customerRef ?? (await payerRef(db, customerId)) ?? customerRef
}
