import type { LucideIcon } from 'lucide-react'
import { failureText } from '#web/api/failures.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusPanelOnUnmount } from './use-focus-panel-on-unmount.ts'

type DetailUnavailableProps = {
  icon: LucideIcon
  text: string
  error?: unknown
  onRetry?: () => void
}

/** Replaces the details if they are missing or failed to load. */
export function DetailUnavailable({ icon: Icon, text, error, onRetry }: DetailUnavailableProps) {
  const notice = useFocusPanelOnUnmount<HTMLDivElement>()
  return (
    <div ref={notice} role="alert" className="flex flex-col items-center gap-3 py-10 text-center">
      <Icon aria-hidden className="size-8 text-muted" />
      <p className="font-semibold">{error ? failureText(error, text) : text}</p>
      {onRetry ? (
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}
