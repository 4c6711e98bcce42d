import { verify } from '@node-rs/argon2'
import type { Db } from '#server/db/client.ts'
import { staff } from '../tables.ts'

/** Returns the accounts with this password; used to reject the demo password in production. */
export async function findStaffByPassword(db: Db, password: string): Promise<string[]> {
  const accounts = await db.select().from(staff).orderBy(staff.email)
  const matches: string[] = []
  for (const { email, passwordHash } of accounts) {
    if (await verify(passwordHash, password)) matches.push(email)
  }
  return matches
}
