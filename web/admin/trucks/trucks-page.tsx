import { Plus, Truck, Users } from 'lucide-react'
import { useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { DriversDialog } from '#web/admin/drivers/drivers-dialog.tsx'
import { DeleteDialog } from '#web/admin/form/delete-dialog.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ascAndDesc, byCreatedAt, type SortOption } from '#web/admin/list/list-sorts.ts'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { useSorting } from '#web/admin/list/use-sorting.ts'
import type { KnownTruck } from '#web/api/adapt/fleet.ts'
import { deleteTruck, trucksQuery } from '#web/api/staff/dispatch.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Button } from '#web/ui/button.tsx'
import { AddTruckDialog } from './add-truck-dialog.tsx'
import { EditTruckDialog } from './edit-truck-dialog.tsx'
import { truckStatusOptions } from './truck-statuses.tsx'
import { TrucksTable } from './trucks-table.tsx'

export default function TrucksPage() {
  return (
    <AdminLayout>
      <Trucks />
    </AdminLayout>
  )
}

type OpenDialog = { add: true } | { drivers: true } | { edit: KnownTruck } | { remove: KnownTruck }

const statuses = truckStatusOptions.map(({ value }) => value)

const sorts: readonly SortOption<KnownTruck>[] = [
  ...byCreatedAt(),
  ...ascAndDesc({
    value: 'name',
    column: 'Name',
    labels: ['Name, A to Z', 'Name, Z to A'],
    sortKey: ({ name }: KnownTruck) => name.toLowerCase(),
  }),
]

function Trucks() {
  const list = useList({ query: trucksQuery, statuses, getStatus: ({ status }) => status, sorts })
  const { getSorting } = useSorting(list)
  const [open, setOpen] = useState<OpenDialog>()
  const can = useCan()
  return (
    <>
      <PageHeading
        title="Trucks"
        text="Manage your trucks. Only available trucks can be scheduled."
        action={
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setOpen({ drivers: true })}>
              <Users aria-hidden className="size-4.5" />
              Drivers
            </Button>
            {can('trucks.write') ? (
              <Button onClick={() => setOpen({ add: true })}>
                <Plus aria-hidden className="size-4.5" />
                Add Truck
              </Button>
            ) : null}
          </div>
        }
      />
      <ListToolbar
        list={list}
        exportPath={apiPaths.adminTrucksCsv}
        importKind="trucks"
        filter={{ label: 'Filter trucks', allLabel: 'All Trucks', options: truckStatusOptions }}
      />
      <ListBody
        list={list}
        noun={['truck', 'trucks']}
        icon={Truck}
        empty="No trucks found. Add your first truck to get started."
      >
        {(trucks) => (
          <TrucksTable
            trucks={trucks}
            getSorting={getSorting}
            onEdit={(edit) => setOpen({ edit })}
            onDelete={(remove) => setOpen({ remove })}
          />
        )}
      </ListBody>
      <TruckDialogs open={open} refetchRow={list.refetchRow} onClose={() => setOpen(undefined)} />
    </>
  )
}

type TruckDialogsProps = {
  open: OpenDialog | undefined
  refetchRow: (id: string) => Promise<KnownTruck | undefined>
  onClose: () => void
}

function TruckDialogs({ open, refetchRow, onClose }: TruckDialogsProps) {
  if (!open) return null
  if ('drivers' in open) return <DriversDialog onClose={onClose} />
  if ('add' in open) return <AddTruckDialog onClose={onClose} />
  if ('edit' in open) {
    return <EditTruckDialog truck={open.edit} refetchRow={refetchRow} onClose={onClose} />
  }
  const { id, name } = open.remove
  return (
    <DeleteDialog
      title="Delete truck?"
      remove={() => deleteTruck(id)}
      onClose={onClose}
      successMessage="Truck deleted successfully"
      errorMessage="Failed to delete truck"
    >
      Are you sure you want to delete {name}? This action cannot be undone.
    </DeleteDialog>
  )
}
