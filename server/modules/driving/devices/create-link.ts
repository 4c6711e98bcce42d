import { eq, lte } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { LimitRule } from '#server/http/limits.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { drivers } from '#server/modules/fleet/tables.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import type { DrivingDeps } from '../deps.ts'
import { driverLinks } from '../tables.ts'

/** Rule 54: long enough to scan a code, too short to pass a link around. */
const LINK_LIFETIME_MS = 10 * 60_000

const LINKS: LimitRule = { name: 'driver_links', max: 60, seconds: 600 }

export async function createSignInLink(
  { db, clock, random, limits, publicUrl }: DrivingDeps,
  actor: Actor,
  driverId: string,
): Promise<{ url: string; expiresAt: string }> {
  await limits.consume(LINKS, actor.id)
  const token = random.token(32)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS)
  await db.transaction(async (tx) => {
    const [driver] = await tx.select().from(drivers).where(eq(drivers.id, driverId))
    if (!driver) throw new Failure('not_found')
    if (driver.isDisabled) throw new Failure('driver_disabled', 'This driver is disabled.')
    await tx.delete(driverLinks).where(lte(driverLinks.expiresAt, now))
    await tx.insert(driverLinks).values({ tokenHash: hashToken(token), driverId, expiresAt })
    await recordAuditEntry(tx, { clock }, actor, {
      action: 'driver.linkCreated',
      subjectId: driverId,
      before: {},
      after: { expiresAt: expiresAt.toISOString() },
    })
  })
  return { url: `${publicUrl}/driver/sign-in?token=${token}`, expiresAt: expiresAt.toISOString() }
}
