import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { StaffDetail, StaffMember } from '#contract/staff/accounts.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { auditHistory } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { listSessions } from '../sessions/sessions.ts'
import { staff, staffLinks, staffTwoStep } from '../tables.ts'

type ReadDeps = Pick<IdentityDeps, 'db' | 'clock'>

/** More accounts than any shop has; keeps the reply small if something fills the table. */
const MAX_MEMBERS = 1_000

/** Two queries for any number of accounts. */
export async function listStaff({ db, clock }: ReadDeps): Promise<StaffMember[]> {
  const accounts = await selectAccounts(db)
    .orderBy(desc(staff.createdAt), desc(staff.id))
    .limit(MAX_MEMBERS)
  const invitations = await selectInvitations(db, clock.now())
  return [...invitations.map(fromInvitation), ...accounts.map(fromAccount)]
}

const selectAccounts = (db: DbOrTx) =>
  db
    .select({ account: staff, twoStepSince: staffTwoStep.activatedAt })
    .from(staff)
    .leftJoin(staffTwoStep, eq(staffTwoStep.staffId, staff.id))
    .$dynamic()

function selectInvitations(db: DbOrTx, now: Date) {
  return db
    .select()
    .from(staffLinks)
    .where(
      and(
        eq(staffLinks.kind, 'invitation'),
        isNull(staffLinks.endedAt),
        or(isNull(staffLinks.expiresAt), gt(staffLinks.expiresAt, now)),
      ),
    )
    .orderBy(desc(staffLinks.createdAt), desc(staffLinks.id))
    .limit(MAX_MEMBERS)
}

export async function readStaff(
  deps: ReadDeps,
  id: string,
  currentSessionId: string,
): Promise<StaffDetail> {
  const { db } = deps
  const [account] = await selectAccounts(db).where(eq(staff.id, id))
  if (!account) throw new Failure('not_found')
  return {
    member: fromAccount(account),
    sessions: await listSessions(deps, { staffId: id }, currentSessionId),
    history: await auditHistory(db, id),
  }
}

type AccountRow = { account: typeof staff.$inferSelect; twoStepSince: Date | null }

const fromAccount = ({ account: row, twoStepSince }: AccountRow): StaffMember => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.disabledAt ? 'disabled' : 'active',
  createdAt: row.createdAt.toISOString(),
  hasTwoStep: twoStepSince !== null,
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  expiresAt: null,
})

const fromInvitation = (row: typeof staffLinks.$inferSelect): StaffMember => ({
  id: row.id,
  email: row.email,
  role: row.role ?? 'viewer',
  status: 'invited',
  createdAt: row.createdAt.toISOString(),
  hasTwoStep: false,
  lastLoginAt: null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
})
