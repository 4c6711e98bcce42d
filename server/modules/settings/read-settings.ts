import { eq } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { shopSettings } from './tables.ts'

export type SettingsRow = typeof shopSettings.$inferSelect

/** The id of the only row, which audit entries refer to. */
export const SETTINGS_ID = '00000000-0000-4000-8000-000000000001'

export async function findSettings(db: DbOrTx): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(shopSettings).where(eq(shopSettings.id, SETTINGS_ID))
  return row
}

export async function readSettings(db: DbOrTx): Promise<SettingsRow> {
  const row = await findSettings(db)
  if (!row) throw new Error('the shop has no settings')
  return row
}

/** Locks the settings for sharing, so that a transaction that changes zones uses those in effect at its commit. */
export async function shareSettings(tx: Tx): Promise<SettingsRow> {
  const [row] = await tx
    .select()
    .from(shopSettings)
    .where(eq(shopSettings.id, SETTINGS_ID))
    .for('share')
  if (!row) throw new Error('the shop has no settings')
  return row
}

export async function lockSettings(tx: Tx): Promise<SettingsRow> {
  const [row] = await tx
    .select()
    .from(shopSettings)
    .where(eq(shopSettings.id, SETTINGS_ID))
    .for('update')
  if (!row) throw new Error('the shop has no settings')
  return row
}
