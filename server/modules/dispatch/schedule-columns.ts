import type { Schedule } from '#contract/dispatch.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'

type FormatDay = (instant: string) => string

export const scheduleColumns = (formatDay: FormatDay): CsvColumns<Schedule> => [
  ['Order ID', ({ orderId }) => orderId],
  ['Customer', ({ order }) => order?.customerName],
  ['Email', ({ order }) => order?.customerEmail],
  ['Address', ({ order }) => order?.deliveryAddress],
  ['Truck', ({ truckId, truck }) => truck?.name ?? (truckId ? 'Unknown' : 'Unassigned')],
  ['License Plate', ({ truck }) => truck?.licensePlate],
  ['Date', ({ scheduledDate }) => scheduledDate],
  ['Time', ({ scheduledTime }) => scheduledTime],
  ['Status', ({ status }) => status],
  ['Notes', ({ notes, deliveryNotes }) => [notes, deliveryNotes].filter(Boolean).join(' / ')],
  ['Created', ({ createdAt }) => formatDay(createdAt)],
]
