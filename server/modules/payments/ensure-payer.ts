import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Given, statement } from '#server/db/statement.ts'
import { askProvider } from './ask-provider.ts'
import type { PaymentDeps } from './deps.ts'
import { CardProblem, type Patience } from './port.ts'
import { payerRef } from './queries.ts'
import { payers } from './tables.ts'

const write = statement((db, given: Given<typeof payers.$inferSelect>) =>
  db
    .insert(payers)
    .values({
      customerId: given('customerId'),
      account: given('account'),
      customerRef: given('customerRef'),
      createdAt: given('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ customerRef: payers.customerRef }),
)

type PayerDeps = Pick<PaymentDeps, 'db' | 'cards' | 'clock' | 'account'>
type Payer = { id: string; email: string; name: string; isNew?: boolean }

/** The customer as the provider knows them, made there once. */
export async function ensurePayer(
  deps: PayerDeps,
  customer: Payer,
  patience: Patience,
): Promise<string> {
  const known = customer.isNew ? undefined : await payerRef(deps.db, customer.id, deps.account)
  return known ?? makePayer(deps, customer, patience)
}

/**
 * Does something for a customer of the provider. One that is gone there (deleted, or left in another
 * account) is made again, once.
 */
export async function withPayer<T>(
  deps: PayerDeps,
  customer: Payer,
  act: (customerRef: string) => Promise<T>,
): Promise<T> {
  const customerRef = await askProvider(() => ensurePayer(deps, customer, 'buyer'))
  try {
    return await act(customerRef)
  } catch (err) {
    if (!(err instanceof CardProblem) || err.missing !== 'customer') throw err
    await deps.db.delete(payers).where(eq(payers.customerRef, customerRef))
    return act(await askProvider(() => makePayer(deps, customer, 'buyer', customerRef)))
  }
}

async function makePayer(
  { db, cards, clock, account }: PayerDeps,
  { id: customerId, email, name }: Payer,
  patience: Patience,
  gone = '',
): Promise<string> {
  // A key must come with the same words each time, and the name may be typed anew. The provider
  // would answer the key of one that is gone with that very one.
  const words = [email, name, account, gone].filter(Boolean).join('\n')
  const hash = createHash('sha256').update(words).digest('base64url').slice(0, 12)
  const key = `customer-${customerId}-${hash}`
  const customerRef = await cards.createCustomer({ key, email, name }, patience)
  const row = { customerId, account: account ?? '', customerRef, createdAt: clock.now() }
  const [mine] = await write(db, row)
  // Of two at once the first to be written counts.
  return mine?.customerRef ?? (await payerRef(db, customerId, account)) ?? customerRef
}
