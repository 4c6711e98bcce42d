import { hash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { callProvider } from '../call-provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { type CallProfile, CardProviderError } from '../port.ts'
import { findCustomerRef } from '../queries.ts'
import { providerCustomers } from '../tables.ts'

const insertProviderCustomer = preparedStatement(
  (db, param: Params<typeof providerCustomers.$inferSelect>) =>
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

/** Returns the customer's id at the provider, and creates the customer there if needed. */
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
 * Runs `work` with the customer's id at the provider. If the provider reports the customer as
 * missing (deleted, or in another account), creates a new one and runs `work` once more.
 */
export async function withProviderCustomer<T>(
  deps: ProviderCustomerDeps,
  customer: ProviderCustomerInput,
  work: (customerRef: string) => Promise<T>,
): Promise<T> {
  const customerRef = await callProvider(() =>
    ensureProviderCustomer(deps, customer, 'interactive'),
  )
  try {
    return await work(customerRef)
  } catch (err) {
    if (!(err instanceof CardProviderError) || err.missing !== 'customer') throw err
    await deps.db.delete(providerCustomers).where(eq(providerCustomers.customerRef, customerRef))
    return work(
      await callProvider(() => createProviderCustomer(deps, customer, 'interactive', customerRef)),
    )
  }
}

async function createProviderCustomer(
  { db, cards, clock, account }: ProviderCustomerDeps,
  { id: customerId, email, name }: ProviderCustomerInput,
  profile: CallProfile,
  missingRef = '',
): Promise<string> {
  // A key must always be sent with the same parameters, and the name may change. A missing
  // customer's key would be answered with that same customer, so its id is part of the hash.
  const params = [email, name, account, missingRef].filter(Boolean).join('\n')
  const digest = hash('sha256', params, 'base64url').slice(0, 12)
  const idempotencyKey = `customer-${customerId}-${digest}`
  const customerRef = await cards.createCustomer({ idempotencyKey, email, name }, profile)
  const row = { customerId, account: account ?? '', customerRef, createdAt: clock.now() }
  const [inserted] = await insertProviderCustomer(db, row)
  // If two requests race, the row inserted first is used.
  return inserted?.customerRef ?? (await findCustomerRef(db, customerId, account)) ?? customerRef
}
