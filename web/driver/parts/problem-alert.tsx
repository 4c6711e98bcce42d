import { Alert } from '#web/ui/alert.tsx'

/** Why what was tapped did not happen; nothing without a problem. */
export function ProblemAlert({ problem }: { problem: string | null }) {
  if (!problem) return null
  return (
    <Alert tone="danger" urgent>
      {problem}
    </Alert>
  )
}
