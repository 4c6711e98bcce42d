import type { ImportReport } from '#contract/staff/imports.ts'
import { TaxRateRow, type TaxScope } from '#contract/staff/tax.ts'
import { percentText, percentToPpm } from '#contract/tax.ts'
import { assertNoErrors, type ImportSpec, planImport } from '#server/csv/plan-import.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { validate } from '#server/http/validate.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import type { TaxDeps } from './deps.ts'
import {
  assertRateDate,
  findRates,
  lockRates,
  type RateFields,
  type RateRow,
  rateKey,
  writeRates,
} from './write-rates.ts'

type StoredRate = { scope: TaxScope; value: string; label: string; rate: string; validFrom: string }

/** Matches rates by place and date. */
const rateImportSpec = (
  deps: TaxDeps,
  db: DbOrTx,
): ImportSpec<TaxRateRow, RateRow, StoredRate> => ({
  columns: {
    Scope: 'scope',
    Value: 'value',
    Label: 'label',
    Rate: 'rate',
    'Valid From': 'validFrom',
  },
  required: ['Scope', 'Value', 'Rate', 'Valid From'],
  read({ scope = '', validFrom = '', ...cells }) {
    const row = validate(TaxRateRow, {
      ...cells,
      scope: scope.trim().toLowerCase(),
      validFrom: validFrom.trim(),
    })
    assertRateDate(deps, row.validFrom)
    return row
  },
  toKey: rateKey,
  find: (keys) => findRates(db, keys),
  toFields,
  nextFields: (row) => toFields(row),
})

function toFields(row: RateRow | TaxRateRow): StoredRate {
  const { scope, value, label, validFrom } = row
  // An ended rate that is imported again no longer ends.
  const ended = 'endsOn' in row && row.endsOn !== null ? ` (ends ${row.endsOn})` : ''
  const ratePpm = 'ratePpm' in row ? row.ratePpm : row.rate
  return { scope, value, label, rate: `${percentText(ratePpm)}%${ended}`, validFrom }
}

export async function previewRateImport(deps: TaxDeps, bytes: Buffer): Promise<ImportReport> {
  return (await planImport(rateImportSpec(deps, deps.db), bytes)).report
}

export function importRates(deps: TaxDeps, actor: Actor, bytes: Buffer): Promise<ImportReport> {
  return deps.db.transaction(async (tx) => {
    await lockRates(tx)
    const plan = await planImport(rateImportSpec(deps, tx), bytes)
    assertNoErrors(plan)
    const rates = plan.rows.filter(({ outcome }) => outcome !== 'same').map(toRate)
    await writeRates(tx, deps, actor, rates)
    return plan.report
  })
}

/** The stored text of a planned row is a percentage again. */
const toRate = ({ fields: { rate, ...fields } }: { fields: StoredRate }): RateFields => ({
  ...fields,
  ratePpm: percentToPpm(rate) ?? 0,
})
