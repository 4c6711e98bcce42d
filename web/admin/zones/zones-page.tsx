import { useQuery } from '@tanstack/react-query'
import { CalendarX2, MapPinned, Plus } from 'lucide-react'
import { useState } from 'react'
import { pageRoutes } from '#contract/pages.ts'
import type { Zone } from '#contract/zones/zones.ts'
import { ImportButton } from '#web/admin/import/import-button.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { zonesQuery } from '#web/api/staff/zones.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { ArchiveZoneDialog } from './archive-zone-dialog.tsx'
import { OutsideZones } from './outside-zones.tsx'
import { ZoneCard } from './zone-card.tsx'
import { AddZoneDialog, EditZoneDialog } from './zone-dialogs.tsx'

export default function ZonesPage() {
  return (
    <AdminLayout>
      <Zones />
    </AdminLayout>
  )
}

type OpenDialog = { add: true } | { edit: Zone } | { archive: Zone }

function Zones() {
  const [open, setOpen] = useState<OpenDialog>()
  const can = useCan()
  const canWrite = can('zones.write')
  const actions = (
    <div className="flex flex-wrap gap-3">
      <SiteLink href={pageRoutes.adminDayChange} className={buttonClass('secondary')}>
        <CalendarX2 aria-hidden className="size-4.5" />
        Change a day
      </SiteLink>
      {can('customers.write') ? <ImportButton kind="places" label="Import places" /> : null}
      {canWrite ? (
        <Button onClick={() => setOpen({ add: true })}>
          <Plus aria-hidden className="size-4.5" />
          Add zone
        </Button>
      ) : null}
    </div>
  )
  return (
    <>
      <PageHeading
        title="Zones"
        text="Choose ZIP codes and the days on which you deliver there."
        action={actions}
      />
      <ZoneList
        canWrite={canWrite}
        onEdit={(edit) => setOpen({ edit })}
        onArchive={(archive) => setOpen({ archive })}
      />
      <ZoneDialogs open={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

type ZoneListProps = {
  canWrite: boolean
  onEdit: (zone: Zone) => void
  onArchive: (zone: Zone) => void
}

function ZoneList({ canWrite, onEdit, onArchive }: ZoneListProps) {
  const { data: zones, error, refetch } = useQuery(zonesQuery)
  if (!zones) {
    return error ? (
      <LoadError
        title="We couldn't load the zones"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingList label="Loading zones" />
    )
  }
  if (zones.length === 0) {
    return (
      <EmptyState
        icon={MapPinned}
        title="No zones"
        text="Add a zone with its ZIP codes and the days on which a truck is nearby. Customers can still choose any date."
      />
    )
  }
  return (
    <div className="flex flex-col gap-8">
      <ul aria-label="Zones" className="grid gap-4 xl:grid-cols-2">
        {zones.map((zone) => (
          <ZoneCard
            key={zone.id}
            zone={zone}
            {...(canWrite && { onEdit: () => onEdit(zone), onArchive: () => onArchive(zone) })}
          />
        ))}
      </ul>
      <OutsideZones />
    </div>
  )
}

function ZoneDialogs({ open, onClose }: { open: OpenDialog | undefined; onClose: () => void }) {
  if (!open) return null
  if ('add' in open) return <AddZoneDialog onClose={onClose} />
  if ('edit' in open) return <EditZoneDialog zone={open.edit} onClose={onClose} />
  return <ArchiveZoneDialog zone={open.archive} onClose={onClose} />
}
