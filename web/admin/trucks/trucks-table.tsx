import { useCan } from '#web/admin/layout/use-can.ts'
import { cellTextClass, RowButtons } from '#web/admin/list/row-buttons.tsx'
import type { KnownTruck } from '#web/api/adapt/fleet.ts'
import { cx } from '#web/ui/cx.ts'
import { type ColumnSorting, Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'
import { TruckStatusBadge } from './truck-statuses.tsx'

const compactRow =
  'compact:grid-flow-col compact:grid-cols-[minmax(0,1fr)_auto_auto] compact:grid-rows-2'
/** With the buttons in a column of their own. */
const editableRow = 'compact:*:last:row-span-2'

const columns = ['Name', 'License Plate', 'Capacity', 'Status', 'Actions'] as const

type TrucksTableProps = {
  trucks: readonly KnownTruck[]
  getSorting: (column: string) => ColumnSorting | undefined
  onEdit: (truck: KnownTruck) => void
  onDelete: (truck: KnownTruck) => void
}

export function TrucksTable({ trucks, getSorting, onEdit, onDelete }: TrucksTableProps) {
  const canEdit = useCan()('trucks.write')
  return (
    <Table
      label="Trucks"
      columns={columns.filter((name) => canEdit || name !== 'Actions')}
      getSorting={getSorting}
      isCompact
      rowCount={ariaRowCount(trucks)}
    >
      <TableRows rows={trucks}>
        {(truck, position) => (
          <TableRow key={truck.id} className={cx(compactRow, canEdit && editableRow)} {...position}>
            <TableCell label="Name" className="font-semibold">
              <span id={`truck-${truck.id}`} className={cellTextClass}>
                {truck.name}
              </span>
            </TableCell>
            <TableCell label="License Plate">
              <span className={cellTextClass}>{truck.licensePlate}</span>
            </TableCell>
            <TableCell
              label="Capacity"
              className="whitespace-nowrap tabular-nums compact:justify-self-end"
            >
              {`${truck.capacity} bottles`}
            </TableCell>
            <TableCell label="Status" className="compact:justify-self-end">
              <TruckStatusBadge status={truck.status} />
            </TableCell>
            {canEdit ? (
              <TableCell>
                <RowButtons
                  describedBy={`truck-${truck.id}`}
                  onEdit={() => onEdit(truck)}
                  onDelete={() => onDelete(truck)}
                />
              </TableCell>
            ) : null}
          </TableRow>
        )}
      </TableRows>
    </Table>
  )
}
