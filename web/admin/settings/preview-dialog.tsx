import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

type PreviewDialogProps<Preview> = {
  title: string
  description: string
  dismissLabel: string
  confirmLabel: string
  variant?: 'primary' | 'danger'
  preview: UseQueryResult<Preview>
  isPending: boolean
  onConfirm: (preview: Preview) => void
  onClose: () => void
  children: (preview: Preview) => ReactNode
}

/** Asks for confirmation of a change once its effect on deliveries is known. */
export function PreviewDialog<Preview>({
  title,
  description,
  dismissLabel,
  confirmLabel,
  variant = 'primary',
  preview: { data, error, refetch },
  isPending,
  onConfirm,
  onClose,
  children,
}: PreviewDialogProps<Preview>) {
  return (
    <SettingsDialog
      title={title}
      description={description}
      onClose={onClose}
      buttons={
        <>
          <Button variant="secondary" onClick={onClose}>
            {dismissLabel}
          </Button>
          <Button
            variant={variant}
            disabled={data === undefined || isPending}
            onClick={() => data !== undefined && onConfirm(data)}
          >
            {isPending ? 'Saving...' : confirmLabel}
          </Button>
        </>
      }
    >
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <LoadError
          title="We couldn't check the deliveries"
          text="Nothing was changed. Try again."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <div aria-busy className="flex flex-col gap-3">
          <span className="sr-only">Checking deliveries...</span>
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-24" />
        </div>
      )}
    </SettingsDialog>
  )
}
