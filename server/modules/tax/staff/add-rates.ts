import type { z } from 'zod'
import type { TaxRateForm } from '#contract/staff/tax.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import type { TaxDeps } from './deps.ts'
import { assertRateDate, lockRates, writeRates } from './write-rates.ts'

/** Sets one rate for each place of the form. */
export async function addRates(
  deps: TaxDeps,
  actor: Actor,
  { values, rate, ...form }: z.infer<typeof TaxRateForm>,
): Promise<{ count: number }> {
  assertRateDate(deps, form.validFrom)
  await deps.db.transaction(async (tx) => {
    await lockRates(tx)
    const rates = values.map((value) => ({ ...form, value, ratePpm: rate }))
    await writeRates(tx, deps, actor, rates)
  })
  return { count: values.length }
}
