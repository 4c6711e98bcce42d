import { useQuery } from '@tanstack/react-query'
import type { Settings } from '#contract/staff/settings.ts'
import { noLanding } from '#contract/zones/landing.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { LandingSummary } from '#web/admin/zones/landing-summary.tsx'
import { hasCode } from '#web/api/failures.ts'
import { routeDaysPreviewQuery, setRouteDaysOnly } from '#web/api/staff/settings.ts'
import { PreviewDialog } from './preview-dialog.tsx'

type RouteDaysDialogProps = { isOn: boolean; onClose: () => void }

/** Rule 47: turns the setting on or off once it is known which deliveries move. */
export function RouteDaysDialog({ isOn, onClose }: RouteDaysDialogProps) {
  const preview = useQuery(routeDaysPreviewQuery(isOn))
  const { mutate, isPending } = useSave<Pick<Settings, 'version'>>({
    save: (version) => setRouteDaysOnly(isOn, version),
    onDone: onClose,
    onFailure: async (failure) => {
      if (hasCode(failure, 'stale')) await preview.refetch()
      return false
    },
    successMessage: 'Route days saved',
    errorMessage: 'Failed to save route days',
  })
  return (
    <PreviewDialog
      title={isOn ? 'Deliver on route days only?' : 'Deliver on any day?'}
      description={
        isOn
          ? 'Subscriptions are delivered on the route day nearest to their usual date. Deliveries that are ordered keep their dates.'
          : 'Subscriptions return to their usual dates. Deliveries that are ordered keep their dates.'
      }
      dismissLabel="Cancel"
      confirmLabel={isOn ? 'Turn on' : 'Turn off'}
      preview={preview}
      isPending={isPending}
      // The preview counts the change itself.
      onConfirm={({ version }) => mutate({ version: version - 1 })}
      onClose={onClose}
    >
      {({ landing }) => <LandingSummary landing={landing ?? noLanding} />}
    </PreviewDialog>
  )
}
