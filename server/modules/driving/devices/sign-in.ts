import { and, eq, gt, isNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { LimitRule } from '#server/http/limits.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import { drivers } from '#server/modules/fleet/tables.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import type { DrivingDeps } from '../deps.ts'
import { driverDevices, driverLinks } from '../tables.ts'

export const DRIVER_COOKIE = 'driver_session'
/** Rule 54: a phone that was silent for 30 days has to log in again. */
export const SILENT_MS = 30 * 86_400_000
/** The server decides; the cookie outlives every route. */
export const DRIVER_COOKIE_SECONDS = 400 * 86_400

const SIGN_INS: LimitRule = { name: 'driver_sign_ins', max: 60, seconds: 600 }

type SignIn = { token: string; browser: string; ip: string }

/** Uses up the link and makes a new device. */
export async function signIn(
  { db, clock, random, limits }: DrivingDeps,
  { token, browser, ip }: SignIn,
) {
  await limits.consume(SIGN_INS, ip)
  const session = random.token(32)
  const now = clock.now()
  const device = await db.transaction(async (tx) => {
    const [link] = await tx
      .update(driverLinks)
      .set({ usedAt: now })
      .where(
        and(
          eq(driverLinks.tokenHash, hashToken(token)),
          isNull(driverLinks.usedAt),
          gt(driverLinks.expiresAt, now),
        ),
      )
      .returning({ driverId: driverLinks.driverId })
    const [driver] = link
      ? await tx.select().from(drivers).where(eq(drivers.id, link.driverId)).for('share')
      : []
    if (!driver || driver.isDisabled) throw new Failure('link_invalid')
    const deviceId = random.uuid()
    await tx.insert(driverDevices).values({
      id: deviceId,
      driverId: driver.id,
      tokenHash: hashToken(session),
      browser: browser.slice(0, 300),
      createdAt: now,
      seenAt: now,
    })
    await recordAuditEntry(
      tx,
      { clock },
      { actor: 'system' },
      { action: 'driver.loggedIn', subjectId: driver.id, before: {}, after: { deviceId } },
    )
    return { deviceId, driverId: driver.id, driverName: driver.name }
  })
  return { session, device }
}

/** Ends the session only: upload keys still send what happened. */
export async function signOut(
  { db, clock }: Pick<DrivingDeps, 'db' | 'clock'>,
  session: string | undefined,
): Promise<void> {
  if (!session) return
  await db
    .update(driverDevices)
    .set({ endedAt: clock.now() })
    .where(and(eq(driverDevices.tokenHash, hashToken(session)), isNull(driverDevices.endedAt)))
}
