import { useQuery } from '@tanstack/react-query'
import type { Zone } from '#contract/zones/zones.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { PreviewDialog } from '#web/admin/settings/preview-dialog.tsx'
import { archivePreviewQuery, archiveZone } from '#web/api/staff/zones.ts'
import { LandingSummary } from './landing-summary.tsx'

type ArchiveZoneDialogProps = { zone: Zone; onClose: () => void }

export function ArchiveZoneDialog({ zone, onClose }: ArchiveZoneDialogProps) {
  const preview = useQuery(archivePreviewQuery(zone.id))
  const { mutate, isPending } = useSave<Zone>({
    save: archiveZone,
    onDone: onClose,
    successMessage: 'Zone archived',
    errorMessage: 'Failed to archive the zone',
  })
  return (
    <PreviewDialog
      title={`Archive ${zone.name}?`}
      description="Its route days end."
      dismissLabel="Keep zone"
      confirmLabel="Archive zone"
      variant="danger"
      preview={preview}
      isPending={isPending}
      onConfirm={() => mutate(zone)}
      onClose={onClose}
    >
      {({ zips, deliveries, landing }) => (
        <div className="flex flex-col gap-3">
          <ul className="flex list-disc flex-col gap-1 pl-5">
            <li>{zips === 1 ? '1 ZIP code is' : `${zips} ZIP codes are`} free for another zone.</li>
            <li>
              {deliveries === 1
                ? '1 open delivery keeps its date.'
                : `${deliveries} open deliveries keep their dates.`}
            </li>
          </ul>
          {landing ? <LandingSummary landing={landing} /> : null}
        </div>
      )}
    </PreviewDialog>
  )
}
