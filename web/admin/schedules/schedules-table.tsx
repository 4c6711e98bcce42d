import { RowButtons, rowClass } from '#web/admin/list/row-buttons.tsx'
import type { ScheduleAnswer } from '#web/api/delivery.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { type Lookup, scheduledOrderLabel, scheduledTruckLabel } from './schedule-labels.ts'
import { ScheduleStatusBadge } from './schedule-statuses.tsx'

const columns = ['Order', 'Truck', 'Date', 'Time', 'Status', 'Notes', 'Actions'] as const

type SchedulesTableProps = {
  schedules: readonly ScheduleAnswer[]
  lookup: Lookup
  onEdit: (schedule: ScheduleAnswer) => void
  onDelete: (schedule: ScheduleAnswer) => void
}

export function SchedulesTable({ schedules, lookup, onEdit, onDelete }: SchedulesTableProps) {
  return (
    <Table label="Schedules" columns={columns}>
      {schedules.map((schedule) => (
        <TableRow key={schedule.id} className={rowClass}>
          <TableCell label="Order" className="font-semibold">
            <span id={`schedule-${schedule.id}`} className="wrap-anywhere">
              {scheduledOrderLabel(schedule, lookup)}
            </span>
          </TableCell>
          <TableCell label="Truck" className="@4xl:min-w-28">
            <span className="wrap-anywhere">{scheduledTruckLabel(schedule, lookup)}</span>
          </TableCell>
          <TableCell label="Date" className="whitespace-nowrap">
            {formatDay(schedule.scheduledDate.slice(0, 10))}
          </TableCell>
          <TableCell label="Time" className="tabular-nums">
            {schedule.scheduledTime?.slice(0, 5) || '-'}
          </TableCell>
          <TableCell label="Status">
            <ScheduleStatusBadge status={schedule.status} />
          </TableCell>
          <TableCell label="Notes" className="@4xl:max-w-36">
            <span
              className="block min-w-0 truncate text-muted"
              {...(schedule.notes ? { title: schedule.notes } : {})}
            >
              {schedule.notes || '-'}
            </span>
          </TableCell>
          <TableCell>
            <RowButtons
              describedBy={`schedule-${schedule.id}`}
              onEdit={() => onEdit(schedule)}
              onDelete={() => onDelete(schedule)}
            />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}
