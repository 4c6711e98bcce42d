import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { TruckForm, TruckStatus } from '../fleet.ts'
import { apiPaths } from '../paths.ts'
import { Email } from '../primitives.ts'
import { CustomerForm } from './staff.ts'

export const IMPORT_MAX_ROWS = 10_000
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024

/** A row of a truck import. A blank field keeps its stored value, or gets the form's default. */
export const TruckImportRow = TruckForm.partial({ capacity: true }).extend({
  status: z.enum(TruckStatus.options, 'Status must be available, in-use or maintenance').optional(),
})
export type TruckImportRow = z.infer<typeof TruckImportRow>

export const CustomerImportRow = CustomerForm.partial().extend({
  email: Email('Please enter a valid email'),
})
export type CustomerImportRow = z.infer<typeof CustomerImportRow>

/** The result of a row. `protected`: customers who have logged in own their name and phone. */
export const ImportOutcome = z.enum(['new', 'changed', 'same', 'protected'])
export type ImportOutcome = z.infer<typeof ImportOutcome>

const ImportError = z.object({
  line: z.int(),
  column: z.string().nullable(),
  message: z.string(),
})

/** The preview or the result of an import. Long lists are truncated; the counts are complete. */
export const ImportReport = z.object({
  counts: z.record(ImportOutcome, z.int()),
  lines: z.array(
    z.object({
      line: z.int(),
      outcome: ImportOutcome,
      /** The value that identifies the row: a license plate or an email address. */
      key: z.string(),
      changes: z.array(
        z.object({ column: z.string(), before: z.string().nullable(), after: z.string() }),
      ),
    }),
  ),
  errors: z.array(ImportError),
  errorCount: z.int(),
  /** Columns of the file that the import does not use. */
  ignored: z.array(z.string()),
})
export type ImportReport = z.infer<typeof ImportReport>

const upload = {
  method: 'POST',
  role: 'admin',
  upload: 'text/csv',
  reply: ImportReport,
  failures: ['invalid', 'too_large', 'unsupported'],
} as const

export const previewTruckImport = {
  ...upload,
  permission: 'trucks.write',
  path: apiPaths.adminTrucksImportPreview,
  summary: 'Preview the import of a CSV file of trucks',
} as const satisfies Endpoint

export const importTrucks = {
  ...upload,
  permission: 'trucks.write',
  path: apiPaths.adminTrucksImport,
  summary: 'Add and update trucks from a CSV file, all or none',
} as const satisfies Endpoint

export const previewCustomerImport = {
  ...upload,
  permission: 'customers.write',
  path: apiPaths.adminCustomersImportPreview,
  summary: 'Preview the import of a CSV file of customers',
} as const satisfies Endpoint

export const importCustomers = {
  ...upload,
  permission: 'customers.write',
  path: apiPaths.adminCustomersImport,
  summary: 'Add and update customers from a CSV file, all or none',
} as const satisfies Endpoint
