import { eq } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { StaffTaxRate } from '#contract/staff/tax.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { taxRates } from '../tables.ts'
import type { TaxDeps } from './deps.ts'
import { toStaffRate } from './list-rates.ts'

/** Ends a rate today or on a later date. Orders that exist keep their tax. */
export async function endRate(
  deps: TaxDeps,
  actor: Actor,
  id: string,
  endsOn: CalendarDate,
): Promise<StaffTaxRate> {
  const shopTime = { calendar: deps.shop.calendar, now: deps.clock.now() }
  if (endsOn < shopDate(shopTime.calendar, shopTime.now)) {
    const message = "A rate can't end in the past"
    throw new Failure('invalid', message, { endsOn: message })
  }
  assertPlanDateInRange('endsOn', endsOn, shopTime)
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(taxRates).where(eq(taxRates.id, id)).for('update')
    if (!before) throw new Failure('not_found')
    await tx.update(taxRates).set({ endsOn }).where(eq(taxRates.id, id))
    const after = { ...before, endsOn }
    await recordAuditEntry(tx, deps, actor, {
      action: 'tax.rate_ended',
      subjectId: id,
      before,
      after,
    })
    return toStaffRate(after, deps)
  })
}
