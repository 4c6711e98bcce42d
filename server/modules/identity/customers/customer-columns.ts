import type { StaffCustomer } from '#contract/staff/staff.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'

/** A customer as a line of a file; an import reads the same headings. */
export const customerColumns = (dayOf: (instant: string) => string): CsvColumns<StaffCustomer> => [
  ['Email', ({ email }) => email],
  ['Name', ({ name }) => name],
  ['Phone', ({ phone }) => phone],
  ['Created', ({ createdAt }) => dayOf(createdAt)],
]
