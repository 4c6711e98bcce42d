import { longCellClass, RowButtons, rowClass } from '#web/admin/list/row-buttons.tsx'
import type { ScheduleAnswer } from '#web/api/delivery.ts'
import { formatDay } from '#web/shared/instant.ts'
import { cx } from '#web/ui/cx.ts'
import { type ColumnSorting, Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { rowCountOf, TableRows } from '#web/ui/table-rows.tsx'
import { type Lookup, scheduledOrderLabel, scheduledTruckLabel } from './schedule-labels.ts'
import { ScheduleStatusBadge } from './schedule-statuses.tsx'

const columns = ['Order', 'Truck', 'Date', 'Time', 'Status', 'Notes', 'Actions'] as const

type SchedulesTableProps = {
  schedules: readonly ScheduleAnswer[]
  sortingOf: (column: string) => ColumnSorting | undefined
  lookup: Lookup
  onEdit: (schedule: ScheduleAnswer) => void
  onDelete: (schedule: ScheduleAnswer) => void
}

export function SchedulesTable(props: SchedulesTableProps) {
  const { schedules, sortingOf, lookup, onEdit, onDelete } = props
  return (
    <Table
      label="Schedules"
      columns={columns}
      sortingOf={sortingOf}
      rowCount={rowCountOf(schedules)}
    >
      <TableRows rows={schedules}>
        {(schedule, place) => (
          <TableRow key={schedule.id} className={rowClass} {...place}>
            <TableCell label="Order" className={cx(longCellClass, 'font-semibold')}>
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
        )}
      </TableRows>
    </Table>
  )
}
