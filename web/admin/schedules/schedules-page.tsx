import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import type { ScheduleAttentionReason } from '#contract/staff/listing.ts'
import { DeleteDialog } from '#web/admin/form/delete-dialog.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ListChips } from '#web/admin/list/list-chips.tsx'
import { ascAndDesc, byCreatedAt, type SortOption } from '#web/admin/list/list-sorts.ts'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { useSorting } from '#web/admin/list/use-sorting.ts'
import type { KnownSchedule } from '#web/api/adapt/fleet.ts'
import { deleteSchedule, schedulesQuery } from '#web/api/staff/dispatch.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Button } from '#web/ui/button.tsx'
import { AddScheduleDialog } from './add-schedule-dialog.tsx'
import { EditScheduleDialog } from './edit-schedule-dialog.tsx'
import type { Lookup } from './schedule-labels.ts'
import { scheduleStatusOptions } from './schedule-statuses.tsx'
import { SchedulesTable } from './schedules-table.tsx'
import { useLookup } from './use-lookup.ts'

export default function SchedulesPage() {
  return (
    <AdminLayout>
      <Schedules />
    </AdminLayout>
  )
}

type OpenDialog = { add: true } | { edit: KnownSchedule } | { remove: KnownSchedule }

const statuses = scheduleStatusOptions.map(({ value }) => value)

const searchFields = ({ orderId, order, truck, notes }: KnownSchedule) => [
  orderId,
  order?.customerName,
  order?.customerEmail,
  order?.deliveryAddress,
  truck?.name,
  truck?.licensePlate,
  notes,
]

const attentionReasons: readonly ScheduleAttentionReason[] = ['truck']
const attentionLabels: Record<ScheduleAttentionReason, string> = { truck: 'truck deleted' }

const sorts: readonly SortOption<KnownSchedule>[] = [
  ...byCreatedAt(),
  ...ascAndDesc({
    value: 'date',
    column: 'Date',
    labels: ['Date, soonest', 'Date, latest'],
    sortKey: ({ scheduledDate }: KnownSchedule) => scheduledDate.slice(0, 10),
  }),
]

/** Keeps rows whose truck is deleted or not embedded; for the latter the server decides. */
const matchesView = (schedule: KnownSchedule, { attention }: { attention?: string }) =>
  attention !== 'truck' || (Boolean(schedule.truckId) && !schedule.truck)

function Schedules() {
  const list = useList({
    query: schedulesQuery,
    statuses,
    getStatus: ({ status }) => status,
    attentionReasons,
    sorts,
    searchFields,
    matchesView,
  })
  const { getSorting } = useSorting(list)
  const [open, setOpen] = useState<OpenDialog>()
  const lookup = useLookup(list.rows)
  const can = useCan()
  return (
    <>
      <PageHeading
        hasTimes
        title="Schedules"
        text="Assign orders to a date and truck."
        action={
          can('schedules.write') ? (
            <Button onClick={() => setOpen({ add: true })}>
              <Plus aria-hidden className="size-4.5" />
              Add Schedule
            </Button>
          ) : undefined
        }
      />
      <ListToolbar
        list={list}
        exportPath={apiPaths.adminSchedulesCsv}
        search={{ label: 'Search schedules', placeholder: 'Customer or truck' }}
        filter={{
          label: 'Filter schedules',
          allLabel: 'All Schedules',
          options: scheduleStatusOptions,
        }}
      />
      <ListChips list={list} attentionLabels={attentionLabels} />
      <ListBody
        list={list}
        noun={['schedule', 'schedules']}
        icon={CalendarClock}
        empty="No schedules found. Add your first schedule to get started."
      >
        {(schedules) => (
          <SchedulesTable
            schedules={schedules}
            getSorting={getSorting}
            lookup={lookup}
            onEdit={(edit) => setOpen({ edit })}
            onDelete={(remove) => setOpen({ remove })}
          />
        )}
      </ListBody>
      <ScheduleDialogs
        open={open}
        lookup={lookup}
        refetchRow={list.refetchRow}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

type ScheduleDialogsProps = {
  open: OpenDialog | undefined
  lookup: Lookup
  refetchRow: (id: string) => Promise<KnownSchedule | undefined>
  onClose: () => void
}

function ScheduleDialogs({ open, lookup, refetchRow, onClose }: ScheduleDialogsProps) {
  if (!open) return null
  if ('add' in open) return <AddScheduleDialog onClose={onClose} />
  if ('edit' in open) {
    return (
      <EditScheduleDialog
        schedule={open.edit}
        lookup={lookup}
        refetchRow={refetchRow}
        onClose={onClose}
      />
    )
  }
  const { id } = open.remove
  return (
    <DeleteDialog
      title="Delete schedule?"
      remove={() => deleteSchedule(id)}
      onClose={onClose}
      successMessage="Schedule deleted successfully"
      errorMessage="Failed to delete schedule"
    >
      Are you sure you want to delete this schedule? This action cannot be undone.
    </DeleteDialog>
  )
}
