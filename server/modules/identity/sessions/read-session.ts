import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { StaffRole } from '#contract/staff/permissions.ts'
import { currentSnapshotId } from '#server/db/cache-until-commit.ts'
import type { Db } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { type Authenticate, type Caller, guest, type ReadCookie } from '#server/http/caller.ts'
import type { Clock } from '#server/runtime.ts'
import { hashToken } from '../hash-token.ts'
import { customers, sessions, staff } from '../tables.ts'

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
      staff: { id: staff.id, email: staff.email, role: staff.role },
    })
    .from(sessions)
    .leftJoin(customers, eq(sessions.customerId, customers.id))
    .leftJoin(staff, eq(sessions.staffId, staff.id))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${param('tokenHashes')})`,
        gt(sessions.expiresAt, param('now')),
      ),
    )
    .orderBy(desc(sessions.createdAt)),
)

export function createSessionReader({ db, clock }: { db: Db; clock: Clock }): Authenticate {
  return async (readCookie, portal) => {
    const callers = (await findSessions({ db, clock }, readCookie)).map(({ caller }) => caller)
    return callers.find(({ role }) => role === portal) ?? callers[0] ?? guest
  }
}

export type SignedInCaller = Exclude<Caller, { role: 'guest' }>

type CookieSession = { caller: SignedInCaller; cookie: string }

/** Returns the active sessions of the cookies in the request, latest login first. */
export async function findSessions(
  { db, clock }: { db: Db; clock: Clock },
  readCookie: ReadCookie,
): Promise<CookieSession[]> {
  const cookiesByHash = new Map<string, string>()
  for (const name of cookieNames) {
    const token = readCookie(name)
    if (token) cookiesByHash.set(hashToken(token), name)
  }
  if (cookiesByHash.size === 0) return []
  const rows = await selectSessions(db, {
    tokenHashes: [...cookiesByHash.keys()],
    now: clock.now(),
  })
  return rows.flatMap((row) => {
    const caller = toCaller(row)
    return caller ? [{ caller, cookie: cookiesByHash.get(row.tokenHash) ?? '' }] : []
  })
}

type SessionRow = {
  sessionId: string
  snapshotId: string
  customer: { id: string; email: string } | null
  staff: { id: string; email: string; role: StaffRole } | null
}

function toCaller({
  sessionId,
  snapshotId,
  customer,
  staff,
}: SessionRow): SignedInCaller | undefined {
  if (staff) {
    const { role: staffRole, ...member } = staff
    if (staffRole === 'driver') return { role: 'driver', sessionId, ...member }
    return { role: 'admin', staffRole, sessionId, snapshotId, ...member }
  }
  if (customer) return { role: 'customer', sessionId, ...customer }
  return undefined
}
