import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { staff, staffTwoStep } from '../tables.ts'

/** Accounts that can log in with a password alone. */
export function listStaffWithoutTwoStep(db: Db) {
  const isActive = and(eq(staffTwoStep.staffId, staff.id), isNotNull(staffTwoStep.activatedAt))
  return db
    .select({ email: staff.email, role: staff.role })
    .from(staff)
    .leftJoin(staffTwoStep, isActive)
    .where(and(isNull(staff.disabledAt), isNull(staffTwoStep.staffId)))
    .orderBy(asc(staff.createdAt))
}
