import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { ProfileForm } from '#contract/identity.ts'
import type { Db } from '#server/db/client.ts'
import { customers } from '../tables.ts'

/** Omitted fields are unchanged; an empty field is cleared. */
export async function updateProfile(db: Db, customerId: string, change: Partial<ProfileForm>) {
  const { name, phone } = change
  const values = {
    ...(name !== undefined && { name: name === '' ? null : name }),
    ...(phone !== undefined && { phone: phone === '' ? null : phone }),
  }
  if (Object.keys(values).length > 0) {
    await db.update(customers).set(values).where(eq(customers.id, customerId))
  }
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId))
  if (!customer) throw new Failure('not_found')
  return { id: customer.id, email: customer.email, name: customer.name, phone: customer.phone }
}
