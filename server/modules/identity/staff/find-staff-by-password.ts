import { verify } from '@node-rs/argon2'
import type { Db } from '#server/db/client.ts'
import { staff } from '../tables.ts'

/** The addresses of the accounts that this password opens: for passwords that nobody may have. */
export async function findStaffByPassword(db: Db, password: string): Promise<string[]> {
  const accounts = await db.select().from(staff).orderBy(staff.email)
  const found: string[] = []
  for (const { email, passwordHash } of accounts) {
    if (await verify(passwordHash, password)) found.push(email)
  }
  return found
}
