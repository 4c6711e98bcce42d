import { UsersRound } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import type { ChangedField } from './changed-fields.ts'

/** Shows what another user has changed since the form was opened. */
export function ChangedNotice({ changes }: { changes: readonly ChangedField[] }) {
  return (
    <Alert
      urgent
      tone="warning"
      icon={<UsersRound aria-hidden className="size-5 shrink-0 self-start" />}
      title="Someone else edited this"
    >
      <ul className="my-1.5 flex list-disc flex-col gap-0.5 pl-4">
        {changes.map(({ label, was, now }) => (
          <li key={label} className="wrap-anywhere">
            {label} is now <strong>{now || 'empty'}</strong> (was {was || 'empty'})
          </li>
        ))}
      </ul>
      <p>We haven't saved your changes. Review the differences, then save again.</p>
    </Alert>
  )
}
