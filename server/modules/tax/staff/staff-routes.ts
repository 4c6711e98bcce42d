import * as contract from '#contract/staff/tax.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import { addRates } from './add-rates.ts'
import type { TaxDeps } from './deps.ts'
import { endRate } from './end-rate.ts'
import { endExemption, readExemption, setExemption } from './exemptions.ts'
import { importRates, previewRateImport } from './import-rates.ts'
import { listRates } from './list-rates.ts'

export function staffTaxRoutes(
  { mount, mountUpload }: Pick<StaffRouter, 'mount' | 'mountUpload'>,
  deps: TaxDeps,
): void {
  mount(contract.listTaxRates, ({ query }) => listRates(deps, query.q))
  mount(contract.addTaxRates, ({ user, body }) => addRates(deps, user, body))
  mount(contract.endTaxRate, ({ user, params, body }) =>
    endRate(deps, user, params.id, body.endsOn),
  )
  mountUpload(contract.previewTaxRateImport, ({ rawBody }) => previewRateImport(deps, rawBody))
  mountUpload(contract.importTaxRates, ({ user, rawBody }) => importRates(deps, user, rawBody))
  mount(contract.getTaxExemption, ({ params }) => readExemption(deps, params.id))
  mount(contract.setTaxExemption, ({ user, params, body }) =>
    setExemption(deps, user, params.id, body),
  )
  mount(contract.endTaxExemption, ({ user, params }) => endExemption(deps, user, params.id))
}
