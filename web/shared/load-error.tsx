import { CloudAlert } from 'lucide-react'
import { failureText } from '#web/api/failures.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type LoadErrorProps = {
  title: string
  /** The spec's message; the server's message is shown below it. */
  text: string
  error: unknown
  onRetry: () => void
}

export function LoadError({ title, text, error, onRetry }: LoadErrorProps) {
  const serverMessage = failureText(error, '')
  return (
    <EmptyState
      urgent
      icon={CloudAlert}
      title={title}
      text={
        <>
          <p>{text}</p>
          {serverMessage && serverMessage !== text ? <p>{serverMessage}</p> : null}
        </>
      }
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  )
}
