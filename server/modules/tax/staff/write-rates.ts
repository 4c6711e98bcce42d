import { asc, sql } from 'drizzle-orm'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { Failure } from '#contract/errors.ts'
import type { TaxScope } from '#contract/staff/tax.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import { taxRates } from '../tables.ts'
import type { TaxDeps } from './deps.ts'

export type RateRow = typeof taxRates.$inferSelect

/** A rate identified by its place and date. */
export type RateFields = {
  scope: TaxScope
  value: string
  validFrom: string
  label: string
  ratePpm: number
}

/** More than twice the ZIP codes of the country. */
const MAX_RATES = 100_000

export const rateKey = ({
  scope,
  value,
  validFrom,
}: Pick<RateFields, 'scope' | 'value' | 'validFrom'>) => `${scope} ${value} ${validFrom}`

export const findRates = (db: DbOrTx, keys: readonly string[]): Promise<RateRow[]> =>
  db
    .select()
    .from(taxRates)
    .where(
      sql`${taxRates.scope} || ' ' || ${taxRates.value} || ' ' || ${taxRates.validFrom}::text
        = any(${sql.param(keys)})`,
    )
    .orderBy(asc(taxRates.id))

/** Serializes changes of rates, so that two of them cannot add the same place and date. */
export async function lockRates(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${taxRates} in share row exclusive mode`)
}

export function assertRateDate(deps: TaxDeps, validFrom: string): void {
  const shopTime = { calendar: deps.shop.calendar, now: deps.clock.now() }
  assertPlanDateInRange('validFrom', validFrom, shopTime)
}

/** Adds rates and replaces those of the same place and date, with an audit entry for each. */
export async function writeRates(
  tx: Tx,
  deps: TaxDeps,
  actor: Actor,
  rates: readonly RateFields[],
): Promise<void> {
  const existing = new Map(
    (await findRates(tx, rates.map(rateKey))).map((row) => [rateKey(row), row]),
  )
  const added = rates
    .filter((rate) => !existing.has(rateKey(rate)))
    .map((rate) => ({ id: deps.random.uuid(), ...rate, createdAt: deps.clock.now() }))
  if ((await tx.$count(taxRates)) + added.length > MAX_RATES) {
    throw new Failure('invalid', `A shop can have ${MAX_RATES.toLocaleString('en-US')} tax rates`)
  }
  const changed = rates.flatMap((rate) => {
    const before = existing.get(rateKey(rate))
    return before ? [{ before, after: { ...before, ...rate, endsOn: null } }] : []
  })
  await insertRows(tx, taxRates, added)
  await updateRates(tx, changed)
  await recordAuditEntries(tx, deps, actor, [
    ...added.map(({ id, createdAt: _, ...after }) => ({
      action: 'tax.rate_added',
      subjectId: id,
      before: {},
      after,
    })),
    ...changed.map(({ before, after }) => ({
      action: 'tax.rate_updated',
      subjectId: before.id,
      before,
      after,
    })),
  ])
}

async function updateRates(tx: Tx, changed: readonly { after: RateRow }[]): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ after: { id, label, ratePpm } }) => ({ id, label, rate: ratePpm }))
  await tx.execute(sql`
    update tax_rates t set label = g.label, rate_ppm = g.rate, ends_on = null
    from json_to_recordset(${JSON.stringify(rows)}) as g (id uuid, label text, rate int)
    where t.id = g.id`)
}
