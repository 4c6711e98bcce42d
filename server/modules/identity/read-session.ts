import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { seenByThis } from '#server/db/while-unchanged.ts'
import { type Caller, guest, type Identify } from '#server/http/caller.ts'
import type { Clock } from '#server/world.ts'
import { customers, sessions, staff } from './tables.ts'

export const SESSION_COOKIE = 'session'

/** A token is random enough that a plain hash cannot be turned back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

type Shown = { tokenHash: string; now: Date }

/** Asked with every call of whoever has signed in, so it is put together once. */
const openedBy = statement((db, given: Given<Shown>) =>
  db
    .select({
      sessionId: sessions.id,
      seen: seenByThis,
      customer: { id: customers.id, email: customers.email },
      staff: { id: staff.id, email: staff.email },
    })
    .from(sessions)
    .leftJoin(customers, eq(sessions.customerId, customers.id))
    .leftJoin(staff, eq(sessions.staffId, staff.id))
    .where(and(eq(sessions.tokenHash, given('tokenHash')), gt(sessions.expiresAt, given('now')))),
)

export function sessionReader({ db, clock }: { db: Db; clock: Clock }): Identify {
  return async (readCookie) => {
    const token = readCookie(SESSION_COOKIE)
    if (!token) return guest
    const [row] = await openedBy(db, { tokenHash: hashToken(token), now: clock.now() })
    return row ? toCaller(row) : guest
  }
}

type SessionRow = {
  sessionId: string
  seen: string
  customer: { id: string; email: string } | null
  staff: { id: string; email: string } | null
}

function toCaller({ sessionId, seen, customer, staff }: SessionRow): Caller {
  if (staff) return { role: 'admin', sessionId, seen, ...staff }
  if (customer) return { role: 'customer', sessionId, ...customer }
  return guest
}
