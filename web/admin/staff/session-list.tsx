import { Laptop, Smartphone } from 'lucide-react'
import { browserName, isPhone } from '#contract/browser-name.ts'
import type { Session } from '#contract/identity.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

type SessionListProps = {
  sessions: readonly Session[]
  endSession: (sessionId: string) => Promise<unknown>
}

export function SessionList({ sessions, endSession }: SessionListProps) {
  const { mutate, isPending } = useSave({
    save: endSession,
    onDone: () => undefined,
    successMessage: 'Session ended',
    errorMessage: 'Failed to end the session',
  })
  if (sessions.length === 0) return <p className="text-muted text-sm">Not logged in anywhere.</p>
  return (
    <ul aria-label="Sessions" className="flex flex-col divide-y divide-line">
      {sessions.map(({ id, browser, createdAt, lastUsedAt = createdAt, isCurrent }) => {
        const Icon = isPhone(browser) ? Smartphone : Laptop
        return (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-sm first:pt-0"
          >
            <Icon aria-hidden className="size-5 shrink-0 text-muted" />
            <span className="min-w-52 flex-1">
              <span className="wrap-anywhere block font-semibold">{browserName(browser)}</span>
              <span className="block text-muted">Logged in {formatDateTime(createdAt)}</span>
              <span className="block text-muted">Last used {formatDateTime(lastUsedAt)}</span>
            </span>
            {isCurrent ? (
              <Badge tone="success">This device</Badge>
            ) : (
              <Button
                variant="secondary"
                size="small"
                disabled={isPending}
                onClick={() => mutate(id)}
                aria-label={`End session: ${browserName(browser)}, logged in ${formatDateTime(createdAt)}`}
              >
                End
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
