import { useCan } from '#web/admin/layout/use-can.ts'
import { cellTextClass, RowButtons } from '#web/admin/list/row-buttons.tsx'
import type { KnownSchedule } from '#web/api/adapt/fleet.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Tooltip, TooltipProvider } from '#web/ui/overlay/tooltip.tsx'
import { type ColumnSorting, Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'
import {
  type Lookup,
  scheduledOrderLabel,
  scheduledTruckLabel,
  scheduleNotes,
} from './schedule-labels.ts'
import { ScheduleStatusBadge } from './schedule-statuses.tsx'

const readOnlyRow = 'compact:grid-cols-[7rem_minmax(0,1fr)_6rem_minmax(2.5rem,auto)]'
/** With the buttons in a column of their own. */
const editableRow =
  'compact:grid-cols-[7rem_minmax(0,1fr)_6rem_minmax(2.5rem,auto)_auto] compact:*:last:col-start-5 compact:*:last:row-span-2 compact:*:last:row-start-1'

const columns = ['Order', 'Truck', 'Date', 'Time', 'Status', 'Notes', 'Actions'] as const

type SchedulesTableProps = {
  schedules: readonly KnownSchedule[]
  getSorting: (column: string) => ColumnSorting | undefined
  lookup: Lookup
  onEdit: (schedule: KnownSchedule) => void
  onDelete: (schedule: KnownSchedule) => void
}

export function SchedulesTable(props: SchedulesTableProps) {
  const { schedules, getSorting, lookup, onEdit, onDelete } = props
  const canEdit = useCan()('schedules.write')
  return (
    <Table
      label="Schedules"
      columns={columns.filter((name) => canEdit || name !== 'Actions')}
      getSorting={getSorting}
      isCompact
      rowCount={ariaRowCount(schedules)}
    >
      <TooltipProvider>
        <TableRows rows={schedules}>
          {(schedule, position) => (
            <TableRow
              key={schedule.id}
              className={canEdit ? editableRow : readOnlyRow}
              {...position}
            >
              <TableCell label="Order" className="font-semibold compact:col-span-2">
                <span id={`schedule-${schedule.id}`} className={cellTextClass}>
                  {scheduledOrderLabel(schedule, lookup)}
                </span>
              </TableCell>
              <TableCell
                label="Truck"
                className="compact:col-start-1 compact:row-start-2 @4xl:min-w-28"
              >
                <span className={cellTextClass}>{scheduledTruckLabel(schedule, lookup)}</span>
              </TableCell>
              <TableCell label="Date" className="whitespace-nowrap">
                {formatDay(schedule.scheduledDate.slice(0, 10))}
              </TableCell>
              <TableCell label="Time" className="tabular-nums">
                {schedule.scheduledTime?.slice(0, 5) || '-'}
              </TableCell>
              <TableCell
                label="Status"
                className="compact:col-span-2 compact:col-start-3 compact:row-start-2"
              >
                <ScheduleStatusBadge {...schedule} />
              </TableCell>
              <TableCell
                label="Notes"
                className="compact:col-start-2 compact:row-start-2 @4xl:max-w-36"
              >
                <Notes text={scheduleNotes(schedule)} />
              </TableCell>
              {canEdit ? (
                <TableCell>
                  <RowButtons
                    describedBy={`schedule-${schedule.id}`}
                    onEdit={() => onEdit(schedule)}
                    onDelete={() => onDelete(schedule)}
                  />
                </TableCell>
              ) : null}
            </TableRow>
          )}
        </TableRows>
      </TooltipProvider>
    </Table>
  )
}

function Notes({ text }: { text: string }) {
  const notes = <span className="block min-w-0 truncate text-muted">{text || '-'}</span>
  return text ? <Tooltip text={text}>{notes}</Tooltip> : notes
}
