import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { emails } from './tables.ts'

/** Makes the same row due again; its content is rebuilt from current data. */
export async function requeueEmail(
  tx: Tx,
  { clock }: { clock: Clock },
  id: string,
): Promise<typeof emails.$inferSelect | undefined> {
  const [email] = await tx
    .update(emails)
    .set({ status: 'pending', dueAt: clock.now(), attempts: 0 })
    .where(eq(emails.id, id))
    .returning()
  if (email) await tx.execute(sql`select pg_notify('carboy_email', '')`)
  return email
}
