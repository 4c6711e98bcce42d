import { and, desc, eq, gt, lte } from 'drizzle-orm'
import type { Session, SessionUser } from '#contract/identity.ts'
import { permissionsFor, type StaffRole } from '#contract/staff/permissions.ts'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { customers, loginRequests, sessions, staffLinks } from '../tables.ts'
import type { SessionHolder } from './create-session.ts'
import { purgeOldDevices } from './known-devices.ts'
import type { SignedInCaller } from './read-session.ts'

/** Returns the user of a session, with the name and phone of a customer. */
export async function readSessionUser(db: Db, caller: SignedInCaller): Promise<SessionUser> {
  const { id, role, email } = caller
  if (role === 'admin') {
    const { needsConfirmation, twoStep } = caller
    const requiredFrom = twoStep.requiredFrom?.toISOString() ?? null
    return {
      ...toStaffUser({ id, email, role: caller.staffRole }),
      twoStep: { ...twoStep, requiredFrom },
      needsConfirmation,
    }
  }
  if (role === 'driver') return toStaffUser({ id, email, role })
  const [customer] = await db.select().from(customers).where(eq(customers.id, id))
  return { id, role, email, name: customer?.name ?? null, phone: customer?.phone ?? null }
}

type StaffMember = { id: string; email: string; role: StaffRole }

/** On the wire all staff of the portal have the role `admin` (rule 35). */
export function toStaffUser({ id, email, role: staffRole }: StaffMember): SessionUser {
  const role = staffRole === 'driver' ? 'driver' : 'admin'
  const allowed = [...permissionsFor(staffRole)]
  return { id, role, email, name: null, phone: null, staffRole, permissions: allowed }
}

export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId))
}

export async function endCustomerSessions(db: Db, customerId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.customerId, customerId))
}

export async function listSessions(
  { db, clock }: { db: Db; clock: Clock },
  holder: SessionHolder,
  currentSessionId: string,
): Promise<Session[]> {
  const isOwn =
    'staffId' in holder
      ? eq(sessions.staffId, holder.staffId)
      : eq(sessions.customerId, holder.customerId)
  const rows = await db
    .select()
    .from(sessions)
    .where(and(isOwn, gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(sessions.createdAt))
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    browser: row.browser,
    isCurrent: row.id === currentSessionId,
    ...('staffId' in holder && { lastUsedAt: (row.lastUsedAt ?? row.createdAt).toISOString() }),
  }))
}

const LOGIN_REQUEST_LIFETIME_MS = 7 * 86_400_000
const STAFF_LINK_LIFETIME_MS = 30 * 86_400_000

/** Deletes expired rows, because they contain personal data. */
export async function purgeExpiredSessions({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
  const cutoff = new Date(now.getTime() - LOGIN_REQUEST_LIFETIME_MS)
  await db.delete(loginRequests).where(lte(loginRequests.createdAt, cutoff))
  const linkCutoff = new Date(now.getTime() - STAFF_LINK_LIFETIME_MS)
  await db.delete(staffLinks).where(lte(staffLinks.createdAt, linkCutoff))
  await purgeOldDevices({ db, clock })
}
