import { Alert } from '#web/ui/alert.tsx'

/** Why the last action failed; nothing if it did not. */
export function ProblemAlert({ problem }: { problem: string | null }) {
  if (!problem) return null
  return (
    <Alert tone="danger" urgent>
      {problem}
    </Alert>
  )
}
