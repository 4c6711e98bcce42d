import type { Schedule, Truck } from '#contract/delivery.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'

type DayOf = (instant: string) => string

/** A truck as a line of a file; an import reads the same headings. */
export const truckColumns = (dayOf: DayOf): CsvColumns<Truck> => [
  ['Name', ({ name }) => name],
  ['License Plate', ({ licensePlate }) => licensePlate],
  ['Capacity', ({ capacity }) => capacity],
  ['Status', ({ status }) => status],
  ['Created', ({ createdAt }) => dayOf(createdAt)],
]

export const scheduleColumns = (dayOf: DayOf): CsvColumns<Schedule> => [
  ['Order ID', ({ orderId }) => orderId],
  ['Customer', ({ order }) => order?.customerName],
  ['Email', ({ order }) => order?.customerEmail],
  ['Address', ({ order }) => order?.deliveryAddress],
  ['Truck', ({ truckId, truck }) => truck?.name ?? (truckId ? 'Unknown' : 'Unassigned')],
  ['License Plate', ({ truck }) => truck?.licensePlate],
  ['Date', ({ scheduledDate }) => scheduledDate],
  ['Time', ({ scheduledTime }) => scheduledTime],
  ['Status', ({ status }) => status],
  ['Notes', ({ notes }) => notes],
  ['Created', ({ createdAt }) => dayOf(createdAt)],
]
