import type { StaffCustomer } from '#contract/staff/staff.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'

/** CSV columns of a customer. The import reads the same headers. */
export const customerColumns = (toDay: (instant: string) => string): CsvColumns<StaffCustomer> => [
  ['Email', ({ email }) => email],
  ['Name', ({ name }) => name],
  ['Phone', ({ phone }) => phone],
  ['Created', ({ createdAt }) => toDay(createdAt)],
]
