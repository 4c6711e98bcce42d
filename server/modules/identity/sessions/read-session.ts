import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { CONFIRMATION_MINUTES } from '#contract/staff/confirmation-minutes.ts'
import type { StaffRole } from '#contract/staff/permissions.ts'
import { currentSnapshotId } from '#server/db/cache-until-commit.ts'
import type { Db } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { type Authenticate, type Caller, guest, type ReadCookie } from '#server/http/caller.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { twoStepRequiredFrom } from '../rules.ts'
import { customers, sessions, staff, staffTwoStep } from '../tables.ts'

/** One cookie per portal, so that a login to one never ends the session of the other. */
export const SESSION_COOKIES = { admin: 'staff_session', customer: 'customer_session' } as const

/** The earlier cookie of both portals; accepted until those sessions have expired. */
export const OLD_SESSION_COOKIE = 'session'

const cookieNames = [SESSION_COOKIES.admin, SESSION_COOKIES.customer, OLD_SESSION_COOKIE]

type SessionLookup = { tokenHashes: string[]; now: Date }

/** Runs on every authenticated request, so it is a prepared statement. */
const selectSessions = preparedStatement((db, param: Params<SessionLookup>) =>
  db
    .select({
      tokenHash: sessions.tokenHash,
      sessionId: sessions.id,
      snapshotId: currentSnapshotId,
      customer: { id: customers.id, email: customers.email },
      confirmedAt: sessions.confirmedAt,
      lastUsedAt: sql<Date>`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`.mapWith(
        sessions.createdAt,
      ),
      staff: {
        id: staff.id,
        email: staff.email,
        role: staff.role,
        privilegedSince: staff.privilegedSince,
        createdAt: staff.createdAt,
      },
      twoStepSince: staffTwoStep.activatedAt,
    })
    .from(sessions)
    .leftJoin(customers, eq(sessions.customerId, customers.id))
    .leftJoin(staff, eq(sessions.staffId, staff.id))
    .leftJoin(staffTwoStep, eq(staffTwoStep.staffId, sessions.staffId))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${param('tokenHashes')})`,
        gt(sessions.expiresAt, param('now')),
      ),
    )
    .orderBy(desc(sessions.createdAt)),
)

type ReaderDeps = Pick<IdentityDeps, 'db' | 'clock' | 'twoStep'>

export function createSessionReader(deps: ReaderDeps): Authenticate {
  return async (readCookie, portal) => {
    const callers = (await findSessions(deps, readCookie)).map(({ caller }) => caller)
    return callers.find(({ role }) => role === portal) ?? callers[0] ?? guest
  }
}

export type SignedInCaller = Exclude<Caller, { role: 'guest' }>

type CookieSession = { caller: SignedInCaller; cookie: string }

/** Returns the active sessions of the cookies in the request, latest login first. */
export async function findSessions(
  deps: ReaderDeps,
  readCookie: ReadCookie,
): Promise<CookieSession[]> {
  const cookiesByHash = new Map<string, string>()
  for (const name of cookieNames) {
    const token = readCookie(name)
    if (token) cookiesByHash.set(hashToken(token), name)
  }
  if (cookiesByHash.size === 0) return []
  const now = deps.clock.now()
  const rows = await selectSessions(deps.db, { tokenHashes: [...cookiesByHash.keys()], now })
  await recordUse(deps.db, rows, now)
  return rows.flatMap((row) => {
    const caller = toCaller(row, now, deps.twoStep.isRequired)
    return caller ? [{ caller, cookie: cookiesByHash.get(row.tokenHash) ?? '' }] : []
  })
}

type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number]

const USE_INTERVAL_MS = 5 * 60_000

/** Staff see when their sessions were last used. Written rarely, so that reading stays fast. */
async function recordUse(db: Db, rows: readonly SessionRow[], now: Date): Promise<void> {
  for (const { staff, sessionId, lastUsedAt } of rows) {
    if (!staff || now.getTime() - lastUsedAt.getTime() < USE_INTERVAL_MS) continue
    await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, sessionId))
  }
}

function toCaller(row: SessionRow, now: Date, isRequired: boolean): SignedInCaller | undefined {
  const { sessionId, snapshotId, customer, staff } = row
  if (staff) {
    const { id, email, role: staffRole } = staff
    if (staffRole === 'driver') return { role: 'driver', id, email, sessionId }
    return {
      role: 'admin',
      staffRole,
      id,
      email,
      sessionId,
      snapshotId,
      ...toConfirmation(row.confirmedAt, now),
      twoStep: toTwoStep(staff, row.twoStepSince, now, isRequired),
    }
  }
  if (customer) return { role: 'customer', sessionId, ...customer }
  return undefined
}

const MINUTE_MS = 60_000

function toConfirmation(confirmedAt: Date | null, now: Date) {
  const minutesAgo = (now.getTime() - (confirmedAt?.getTime() ?? 0)) / MINUTE_MS
  return {
    // A clock that was ahead must not leave sessions confirmed for as long; processes differ a little.
    isConfirmed: minutesAgo < CONFIRMATION_MINUTES && minutesAgo > -1,
    needsConfirmation: minutesAgo >= CONFIRMATION_MINUTES - 1,
  }
}

type StaffAccount = { role: StaffRole; privilegedSince: Date | null; createdAt: Date }

function toTwoStep(account: StaffAccount, since: Date | null, now: Date, isRequired: boolean) {
  const requiredFrom = twoStepRequiredFrom(account, isRequired)
  const isOn = since !== null
  return { isOn, requiredFrom, isOverdue: !isOn && requiredFrom !== null && requiredFrom <= now }
}
