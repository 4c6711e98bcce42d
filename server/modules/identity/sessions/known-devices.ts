import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { knownDevices } from '../tables.ts'
import type { SessionHolder } from './create-session.ts'

/** The browser that logs in: what it calls itself, and the token it got at an earlier login. */
export type Device = { browser: string; token: string | undefined }

const DEVICE_LIFETIME_MS = 180 * 86_400_000
export const DEVICE_COOKIE_SECONDS = DEVICE_LIFETIME_MS / 1000

const belongsTo = (holder: SessionHolder) =>
  'staffId' in holder
    ? eq(knownDevices.staffId, holder.staffId)
    : eq(knownDevices.customerId, holder.customerId)

/** Whether this account has logged in from this browser before. */
export async function isKnownDevice(
  db: DbOrTx,
  { token }: Device,
  holder: SessionHolder,
): Promise<boolean> {
  if (!token) return false
  const found = await db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.tokenHash, hashToken(token)), belongsTo(holder)))
  return found.length > 0
}

/** At a login: remembers the browser for this account. `isNew` when it was not known before. */
export async function rememberDevice(
  tx: Tx,
  { clock, random }: Pick<IdentityDeps, 'clock' | 'random'>,
  device: Device,
  holder: SessionHolder,
): Promise<{ token: string; isNew: boolean }> {
  const token = (await ownToken(tx, device)) ?? random.token(32)
  const now = clock.now()
  const [row] = await tx
    .insert(knownDevices)
    .values({
      id: random.uuid(),
      tokenHash: hashToken(token),
      ...holder,
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
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return { token, isNew: row?.isNew ?? false }
}

/** A token that is not ours was planted or is long forgotten: the browser gets a new one. */
async function ownToken(tx: Tx, { token }: Device): Promise<string | undefined> {
  if (!token) return undefined
  const tokenHash = hashToken(token)
  const found = await tx
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(eq(knownDevices.tokenHash, tokenHash))
    .limit(1)
  return found.length > 0 ? token : undefined
}

export async function purgeOldDevices({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const old = new Date(clock.now().getTime() - DEVICE_LIFETIME_MS)
  await db.delete(knownDevices).where(lte(knownDevices.seenAt, old))
}
