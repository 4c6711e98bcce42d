import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { knownDevices } from '../tables.ts'
import type { SessionHolder } from './create-session.ts'

/** The browser at a login: its user agent, and its device token from an earlier login. */
export type Device = { browser: string; token: string | undefined }

const DEVICE_LIFETIME_MS = 180 * 86_400_000
export const DEVICE_COOKIE_SECONDS = DEVICE_LIFETIME_MS / 1000

const belongsTo = (holder: SessionHolder) =>
  'staffId' in holder
    ? eq(knownDevices.staffId, holder.staffId)
    : eq(knownDevices.customerId, holder.customerId)

/** Reports whether this account has logged in from this browser before. */
export async function isKnownDevice(
  db: DbOrTx,
  { token }: Device,
  holder: SessionHolder,
): Promise<boolean> {
  if (!token) return false
  const devices = await db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.tokenHash, hashToken(token)), belongsTo(holder)))
  return devices.length > 0
}

/** Stores the browser of a login. `isNew` reports whether it was unknown for this account. */
export async function rememberDevice(
  tx: Tx,
  { clock, random }: Pick<IdentityDeps, 'clock' | 'random'>,
  device: Device,
  holder: SessionHolder,
): Promise<{ id: string; token: string; isNew: boolean }> {
  const token = (await findValidToken(tx, device)) ?? random.token(32)
  const now = clock.now()
  const [row] = await tx
    .insert(knownDevices)
    .values({
      id: random.uuid(),
      tokenHash: hashToken(token),
      ...holder,
      browser: device.browser,
      createdAt: now,
      seenAt: now,
    })
    .onConflictDoUpdate({
      target: [
        knownDevices.tokenHash,
        'staffId' in holder ? knownDevices.staffId : knownDevices.customerId,
      ],
      set: { seenAt: now },
    })
    .returning({ id: knownDevices.id, isNew: sql<boolean>`xmax = 0` })
  if (!row) throw new Error('remembering a browser gave no row')
  return { token, ...row }
}

/** Ignores an unknown token, which was forged or has expired; the browser then gets a new one. */
async function findValidToken(tx: Tx, { token }: Device): Promise<string | undefined> {
  if (!token) return undefined
  const tokenHash = hashToken(token)
  const devices = await tx
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(eq(knownDevices.tokenHash, tokenHash))
    .limit(1)
  return devices.length > 0 ? token : undefined
}

export async function purgeOldDevices({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const cutoff = new Date(clock.now().getTime() - DEVICE_LIFETIME_MS)
  await db.delete(knownDevices).where(lte(knownDevices.seenAt, cutoff))
}
