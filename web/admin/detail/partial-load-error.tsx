import { CloudAlert } from 'lucide-react'
import { hasStatus } from '#web/api/failures.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusPanelOnUnmount } from './use-focus-panel-on-unmount.ts'

type PartialLoadErrorProps = { error: unknown; onRetry: () => void }

/**
 * Informs staff that only the list's data is shown because the details failed to load. A 404 is not an
 * error here: a minimal backend has no details.
 */
export function PartialLoadError({ error, onRetry }: PartialLoadErrorProps) {
  if (!error || hasStatus(error, 404)) return null
  return <Notice onRetry={onRetry} />
}

function Notice({ onRetry }: Pick<PartialLoadErrorProps, 'onRetry'>) {
  const notice = useFocusPanelOnUnmount<HTMLDivElement>()
  return (
    <div ref={notice}>
      <Alert
        urgent
        tone="warning"
        icon={<CloudAlert aria-hidden className="size-5 shrink-0 self-start" />}
        title="We couldn't load all the details"
        action={
          <Button variant="secondary" size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Some information is missing.
      </Alert>
    </div>
  )
}
