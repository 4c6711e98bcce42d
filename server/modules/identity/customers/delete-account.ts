import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { customers, loginRequests } from '../tables.ts'

/** Deletes the customer with sessions and login requests. */
export async function deleteAccount(
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx.delete(loginRequests).where(eq(loginRequests.email, email))
  await tx.delete(customers).where(eq(customers.id, id))
}
