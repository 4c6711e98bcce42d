import { and, eq, isNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { LimitRule } from '#server/http/limits.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import { drivers } from '#server/modules/fleet/tables.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import type { DrivingDeps } from '../deps.ts'
import { driverDevices, driverLinks } from '../tables.ts'
import { findBySession } from './authenticate-device.ts'

const SIGN_INS: LimitRule = { name: 'driver_sign_ins', max: 60, seconds: 600 }

/** Messages for the driver who opened the link. */
const UNKNOWN_LINK = "This link doesn't work. Copy all of it, or ask dispatch for a new one."
const USED_LINK = 'This link was already used. Ask dispatch for a new one.'
const EXPIRED_LINK = 'This link has expired. Ask dispatch for a new one.'

type SignIn = { token: string; browser: string; ip: string }

/** Uses up the link and makes a new device. */
export async function signIn(deps: DrivingDeps, { token, browser, ip }: SignIn) {
  const { db, clock, limits } = deps
  await limits.consume(SIGN_INS, ip)
  const now = clock.now()
  return db.transaction(async (tx) => {
    const isLink = eq(driverLinks.tokenHash, hashToken(token))
    const [link] = await tx.select().from(driverLinks).where(isLink).for('update')
    if (!link) throw new Failure('link_invalid', UNKNOWN_LINK)
    if (link.usedAt) throw new Failure('link_invalid', USED_LINK)
    if (link.expiresAt <= now) throw new Failure('link_invalid', EXPIRED_LINK)
    await tx.update(driverLinks).set({ usedAt: now }).where(isLink)
    return addDevice(tx, deps, link.driverId, browser)
  })
}

type SignInAgain = { session: string | undefined; browser: string; ip: string }

/**
 * A phone may have its cookie, but nothing of what it stored: the browser cleared it, or an app on the
 * home screen got the cookie alone. It counts its events from one again, so it is a new device. The
 * cookie stays, because a lost response must not log the phone out.
 */
export async function signInAgain(deps: DrivingDeps, { session, browser, ip }: SignInAgain) {
  const known = session && (await findBySession(deps, session))
  if (!known) return undefined
  await deps.limits.consume(SIGN_INS, ip)
  return deps.db.transaction(async (tx) => {
    await tx.select().from(drivers).where(eq(drivers.id, known.driverId)).for('no key update')
    // Read again: another request of the phone may have replaced it.
    const current = await findBySession({ ...deps, db: tx }, session)
    if (!current) return undefined
    const [replaced] = await tx
      .update(driverDevices)
      .set({ endedAt: deps.clock.now(), tokenHash: hashToken(deps.random.token(32)) })
      .where(and(eq(driverDevices.id, current.deviceId), isNull(driverDevices.endedAt)))
      .returning({ id: driverDevices.id })
    // Staff have logged it out in the meantime.
    if (!replaced) return undefined
    return addDevice(tx, deps, known.driverId, browser, session)
  })
}

async function addDevice(
  tx: Tx,
  { clock, random }: Pick<DrivingDeps, 'clock' | 'random'>,
  driverId: string,
  browser: string,
  session = random.token(32),
) {
  const [driver] = await tx.select().from(drivers).where(eq(drivers.id, driverId)).for('share')
  if (!driver || driver.isDisabled) throw new Failure('link_invalid', UNKNOWN_LINK)
  const deviceId = random.uuid()
  const now = clock.now()
  await tx.insert(driverDevices).values({
    id: deviceId,
    driverId,
    tokenHash: hashToken(session),
    browser: browser.slice(0, 300),
    createdAt: now,
    seenAt: now,
  })
  await recordAuditEntry(
    tx,
    { clock },
    { actor: 'system' },
    { action: 'driver.loggedIn', subjectId: driverId, before: {}, after: { deviceId } },
  )
  return { session, device: { deviceId, driverId, driverName: driver.name } }
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
