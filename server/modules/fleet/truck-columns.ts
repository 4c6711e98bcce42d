import type { Truck } from '#contract/fleet.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'

type FormatDay = (instant: string) => string

/** The truck import reads the same headers. */
export const truckColumns = (formatDay: FormatDay): CsvColumns<Truck> => [
  ['Name', ({ name }) => name],
  ['License Plate', ({ licensePlate }) => licensePlate],
  ['Capacity', ({ capacity }) => capacity],
  ['Status', ({ status }) => status],
  ['Created', ({ createdAt }) => formatDay(createdAt)],
]
