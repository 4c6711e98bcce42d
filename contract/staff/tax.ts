import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id, Text } from '../primitives.ts'
import { MAX_RATE_PPM, percentToPpm } from '../tax.ts'
import { ImportReport } from './imports.ts'

/** Rates are kept for ZIP codes and states. A county is a label of its ZIP codes (rule 41). */
export const TaxScope = z.enum(['zip', 'state'], 'Scope must be zip or state')
export type TaxScope = z.infer<typeof TaxScope>

const RATE_MESSAGE = 'Enter a rate from 0 to 25 percent, such as 8.875'

/** A percentage as staff enter it, parsed to parts per million. More than four decimals are rejected. */
const Rate = z.union([z.string(), z.number()]).transform((rate, context) => {
  const ratePpm = percentToPpm(String(rate))
  if (ratePpm !== undefined && ratePpm <= MAX_RATE_PPM) return ratePpm
  context.addIssue({ code: 'custom', message: RATE_MESSAGE })
  return z.NEVER
})

const Label = Text(0, 60, 'Use at most 60 characters')

/** One rate of a place, as a line of an import has it. */
export const TaxRateRow = z
  .object({
    scope: TaxScope,
    value: z.string().trim().toUpperCase(),
    label: Label.default(''),
    rate: Rate,
    validFrom: DeliveryDate('Enter a date, such as 2027-03-01'),
  })
  .superRefine(({ scope, value }, context) => {
    if (isPlace(scope, value)) return
    const message = scope === 'zip' ? 'Enter a ZIP code of five digits' : 'Enter two letters'
    context.addIssue({ code: 'custom', path: ['value'], message })
  })
export type TaxRateRow = z.infer<typeof TaxRateRow>

const isPlace = (scope: TaxScope, value: string) =>
  scope === 'zip' ? /^\d{5}$/.test(value) : /^[A-Z]{2}$/.test(value)

/** The most ZIP codes that one entry of the form can have. Larger tables are imported. */
const MAX_VALUES = 200

const VALUES_MESSAGE = `Enter up to ${MAX_VALUES} ZIP codes of five digits, separated by commas`

/** One rate for several ZIP codes, such as those of a county, or for a state. */
export const TaxRateForm = z
  .object({
    scope: TaxScope,
    values: z.string().transform(splitValues),
    label: Label,
    rate: Rate,
    validFrom: DeliveryDate('Choose a date'),
  })
  .superRefine(({ scope, values }, context) => {
    const areValid = values.length > 0 && values.every((value) => isPlace(scope, value))
    const isCount = scope === 'zip' ? values.length <= MAX_VALUES : values.length === 1
    if (areValid && isCount) return
    const message = scope === 'zip' ? VALUES_MESSAGE : 'Select a state'
    context.addIssue({ code: 'custom', path: ['values'], message })
  })

function splitValues(text: string): string[] {
  return [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
}

export const StaffTaxRate = z.object({
  id: Id,
  scope: TaxScope,
  value: z.string(),
  label: z.string(),
  /** The percentage, such as 8.875. */
  rate: z.string(),
  validFrom: z.iso.date(),
  /** The first date on which it no longer applies. */
  endsOn: z.iso.date().nullable(),
  status: z.enum(['current', 'scheduled', 'past']),
})
export type StaffTaxRate = z.infer<typeof StaffTaxRate>

const owner = { role: 'admin', permission: 'settings.manage' } as const

export const listTaxRates = {
  ...owner,
  method: 'GET',
  path: apiPaths.adminTaxRates,
  summary: 'List tax rates by place, at most 200; q searches ZIP code, state and label',
  query: z.object({ q: z.string().max(100).optional() }),
  reply: z.object({ rates: z.array(StaffTaxRate), count: z.int() }),
  failures: [],
} as const satisfies Endpoint

export const addTaxRates = {
  ...owner,
  method: 'POST',
  path: apiPaths.adminTaxRates,
  summary: 'Set the tax rate of a state or of ZIP codes from a date on',
  body: TaxRateForm,
  reply: z.object({ count: z.int() }),
  status: 201,
  failures: ['invalid'],
} as const satisfies Endpoint

export const endTaxRate = {
  ...owner,
  method: 'POST',
  path: apiPaths.adminTaxRateEnd,
  summary: 'End a tax rate on a date; a rate that has not started is withdrawn',
  params: z.object({ id: Id }),
  body: z.object({ endsOn: DeliveryDate('Choose a date') }),
  reply: StaffTaxRate,
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint

const upload = {
  ...owner,
  method: 'POST',
  upload: 'text/csv',
  reply: ImportReport,
  failures: ['invalid', 'too_large', 'unsupported'],
} as const

export const previewTaxRateImport = {
  ...upload,
  path: apiPaths.adminTaxRatesImportPreview,
  summary: 'Preview the import of a CSV file of tax rates',
} as const satisfies Endpoint

export const importTaxRates = {
  ...upload,
  path: apiPaths.adminTaxRatesImport,
  summary: 'Add and update tax rates from a CSV file, all or none',
} as const satisfies Endpoint

export const TaxExemptionForm = z.object({
  certificate: Text(1, 60, 'Enter the certificate number').refine(
    (text) => text.trim() !== '',
    'Enter the certificate number',
  ),
  expiresOn: DeliveryDate('Choose the date on which it expires'),
})
export type TaxExemptionForm = z.infer<typeof TaxExemptionForm>

/** A certificate exempts deliveries up to and including the day on which it expires. */
export const TaxExemption = z.object({
  certificate: z.string(),
  expiresOn: z.iso.date(),
  isExpired: z.boolean(),
})
export type TaxExemption = z.infer<typeof TaxExemption>

const exemption = {
  role: 'admin',
  permission: 'exemptions.manage',
  path: apiPaths.adminTaxExemption,
  params: z.object({ id: Id }),
  reply: z.object({ exemption: TaxExemption.nullable() }),
} as const

export const getTaxExemption = {
  ...exemption,
  method: 'GET',
  permission: 'customers.read',
  summary: "Read a customer's exemption from sales tax",
  failures: ['not_found'],
} as const satisfies Endpoint

export const setTaxExemption = {
  ...exemption,
  method: 'POST',
  summary: 'Exempt a customer from sales tax until a certificate expires',
  body: TaxExemptionForm,
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint

export const endTaxExemption = {
  ...exemption,
  method: 'DELETE',
  summary: "End a customer's exemption from sales tax",
  failures: ['not_found'],
} as const satisfies Endpoint
