import { asc, desc, or, type SQL, sql } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { StaffTaxRate } from '#contract/staff/tax.ts'
import { percentText } from '#contract/tax.ts'
import { rateStatus } from '../rules.ts'
import { taxRates } from '../tables.ts'
import type { TaxDeps } from './deps.ts'

const MAX_LISTED = 200

/** The rates by place, the latest first. Longer lists are searched. */
export async function listRates(
  deps: TaxDeps,
  q: string | undefined,
): Promise<{ rates: StaffTaxRate[]; count: number }> {
  const filter = q?.trim() ? matches(q.trim()) : undefined
  const rows = await deps.db
    .select()
    .from(taxRates)
    .where(filter)
    .orderBy(asc(taxRates.scope), asc(taxRates.value), desc(taxRates.validFrom))
    .limit(MAX_LISTED)
  const rates = rows.map((row) => toStaffRate(row, deps))
  return { rates, count: await deps.db.$count(taxRates, filter) }
}

function matches(q: string): SQL | undefined {
  const contains = (column: SQL) => sql`strpos(lower(${column}), lower(${q})) > 0`
  return or(contains(sql`${taxRates.value}`), contains(sql`${taxRates.label}`))
}

export function toStaffRate(
  { createdAt: _, ratePpm, ...row }: typeof taxRates.$inferSelect,
  { clock, shop }: Pick<TaxDeps, 'clock' | 'shop'>,
): StaffTaxRate {
  const status = rateStatus(row, shopDate(shop.calendar, clock.now()))
  return { ...row, rate: percentText(ratePpm), status }
}
