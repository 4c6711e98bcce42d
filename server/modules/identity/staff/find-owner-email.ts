import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { staff } from '../tables.ts'

/** The address of the longest-standing owner who can log in. */
export async function findOwnerEmail(db: Db): Promise<string | undefined> {
  const [owner] = await db
    .select({ email: staff.email })
    .from(staff)
    .where(and(eq(staff.role, 'owner'), isNull(staff.disabledAt)))
    .orderBy(asc(staff.createdAt))
    .limit(1)
  return owner?.email
}
