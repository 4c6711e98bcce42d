import { CloudAlert } from 'lucide-react'
import { failureText } from '#web/api/failures.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type LoadErrorProps = {
  title: string
  /** The spec's words for what did not load; the server's own stand beside them. */
  text: string
  error: unknown
  onRetry: () => void
}

export function LoadError({ title, text, error, onRetry }: LoadErrorProps) {
  const said = failureText(error, '')
  return (
    <EmptyState
      urgent
      icon={CloudAlert}
      title={title}
      text={
        <>
          <p>{text}</p>
          {said && said !== text ? <p>{said}</p> : null}
        </>
      }
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  )
}
