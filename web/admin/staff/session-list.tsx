import { Laptop, Smartphone } from 'lucide-react'
import { browserName, isPhone } from '#contract/browser-name.ts'
import type { Session } from '#contract/identity.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { Badge } from '#web/ui/badge.tsx'

export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  if (sessions.length === 0) return <p className="text-muted text-sm">Not logged in anywhere.</p>
  return (
    <ul aria-label="Sessions" className="flex flex-col divide-y divide-line">
      {sessions.map(({ id, browser, createdAt, isCurrent }) => {
        const Icon = isPhone(browser) ? Smartphone : Laptop
        return (
          <li key={id} className="flex items-center gap-3 py-2.5 text-sm first:pt-0">
            <Icon aria-hidden className="size-5 shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere block font-semibold">{browserName(browser)}</span>
              <span className="text-muted">Logged in {formatDateTime(createdAt)}</span>
            </span>
            {isCurrent ? <Badge tone="success">This device</Badge> : null}
          </li>
        )
      })}
    </ul>
  )
}
