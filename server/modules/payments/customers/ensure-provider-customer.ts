import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { callProvider } from '../call-provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { type CallProfile, CardProviderError } from '../port.ts'
import { findCustomerRef } from '../queries.ts'
import { providerCustomers } from '../tables.ts'

const write = preparedStatement((db, param: Params<typeof providerCustomers.$inferSelect>) =>
  db
    .insert(providerCustomers)
    .values({
      customerId: param('customerId'),
      account: param('account'),
      customerRef: param('customerRef'),
      createdAt: param('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ customerRef: providerCustomers.customerRef }),
)

type ProviderCustomerDeps = Pick<PaymentDeps, 'db' | 'cards' | 'clock' | 'account'>
type ProviderCustomerInput = { id: string; email: string; name: string; isNew?: boolean }

/** The customer as the provider knows them, made there once. */
export async function ensureProviderCustomer(
  deps: ProviderCustomerDeps,
  customer: ProviderCustomerInput,
  profile: CallProfile,
): Promise<string> {
  const known = customer.isNew
    ? undefined
    : await findCustomerRef(deps.db, customer.id, deps.account)
  return known ?? createProviderCustomer(deps, customer, profile)
}

/**
 * Does something for a customer of the provider. One that is gone there (deleted, or left in another
 * account) is made again, once.
 */
export async function withProviderCustomer<T>(
  deps: ProviderCustomerDeps,
  customer: ProviderCustomerInput,
  act: (customerRef: string) => Promise<T>,
): Promise<T> {
  const customerRef = await callProvider(() =>
    ensureProviderCustomer(deps, customer, 'interactive'),
  )
  try {
    return await act(customerRef)
  } catch (err) {
    if (!(err instanceof CardProviderError) || err.missing !== 'customer') throw err
    await deps.db.delete(providerCustomers).where(eq(providerCustomers.customerRef, customerRef))
    return act(
      await callProvider(() => createProviderCustomer(deps, customer, 'interactive', customerRef)),
    )
  }
}

async function createProviderCustomer(
  { db, cards, clock, account }: ProviderCustomerDeps,
  { id: customerId, email, name }: ProviderCustomerInput,
  profile: CallProfile,
  gone = '',
): Promise<string> {
  // A key must come with the same words each time, and the name may be typed anew. The provider
  // would answer the key of one that is gone with that very one.
  const words = [email, name, account, gone].filter(Boolean).join('\n')
  const hash = createHash('sha256').update(words).digest('base64url').slice(0, 12)
  const key = `customer-${customerId}-${hash}`
  const customerRef = await cards.createCustomer({ key, email, name }, profile)
  const row = { customerId, account: account ?? '', customerRef, createdAt: clock.now() }
  const [mine] = await write(db, row)
  // Of two at once the first to be written counts.
  return mine?.customerRef ?? (await findCustomerRef(db, customerId, account)) ?? customerRef
}
