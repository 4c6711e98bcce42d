import { eq } from 'drizzle-orm'
import { ConfigError, DEMO_ADMIN } from '#server/config/environment.ts'
import type { Db } from '#server/db/client.ts'
import { settings } from '#server/db/settings-tables.ts'
import { findStaffByPassword } from '#server/modules/identity/index.ts'
import { customers, staff } from '#server/modules/identity/tables.ts'
import { DEMO_CUSTOMER_EMAIL } from './demo-customer.ts'
import { DEMO_SEEDED } from './demo-seeded.ts'

/** Production does not start with demo orders or with the password that the README names. */
export async function assertNoDemoData(db: Db): Promise<void> {
  if (await hasDemoData(db)) {
    throw new ConfigError(
      'the database contains demo data: start with an empty one (set DATABASE_URL to a new database, or DATA_DIR to an empty folder)',
    )
  }
  if (await hasDemoAccount(db)) {
    throw new ConfigError(
      `the database contains the demo staff account: remove it with npm run staff -- remove ${DEMO_ADMIN.email} --yes`,
    )
  }
  const [email] = await findStaffByPassword(db, DEMO_ADMIN.password)
  if (email) {
    throw new ConfigError(
      `${email} has the demo password: set another with npm run staff -- reset ${email}`,
    )
  }
}

/** The staff account that the README names. */
export async function hasDemoAccount(db: Db): Promise<boolean> {
  const demoAccount = eq(staff.email, DEMO_ADMIN.email)
  return (await db.select().from(staff).where(demoAccount)).length > 0
}

export async function hasDemoData(db: Db): Promise<boolean> {
  const [marker] = await db.select().from(settings).where(eq(settings.name, DEMO_SEEDED))
  if (marker?.value !== 'yes') return marker?.value === 'seeded'
  // Earlier versions wrote the same marker where they found a shop in use and added nothing.
  const demoCustomer = eq(customers.email, DEMO_CUSTOMER_EMAIL)
  return (await db.select().from(customers).where(demoCustomer)).length > 0
}
