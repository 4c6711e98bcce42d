import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Email } from '../primitives.ts'
import { ImportReport } from '../staff/imports.ts'

const MAX_BOTTLES = 10_000
const COUNT = `Enter a number of bottles from 0 to ${MAX_BOTTLES.toLocaleString('en-US')}`

const Count = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, COUNT)
  .transform(Number)
  .refine((bottles) => bottles <= MAX_BOTTLES, COUNT)
  .default(0)

/** Rule 60: the bottles at a customer's place before anyone counted them. */
export const BottleImportRow = z
  .object({
    email: z.string().trim().toLowerCase().pipe(Email('Please enter a valid email')),
    large: Count,
    small: Count,
  })
  .refine(({ large, small }) => large + small > 0, {
    message: 'Enter at least one bottle',
    path: ['large'],
  })
export type BottleImportRow = z.infer<typeof BottleImportRow>

const upload = {
  method: 'POST',
  role: 'admin',
  permission: 'credit.create',
  needsConfirmation: true,
  upload: 'text/csv',
  reply: ImportReport,
  failures: ['invalid', 'too_large', 'unsupported'],
} as const

export const previewBottleImport = {
  ...upload,
  path: apiPaths.adminBottlesImportPreview,
  summary: "Preview the import of a CSV file of customers' opening bottle counts",
} as const satisfies Endpoint

export const importBottleCounts = {
  ...upload,
  path: apiPaths.adminBottlesImport,
  summary: 'Open the bottle counts of customers from a CSV file, all or none',
} as const satisfies Endpoint
