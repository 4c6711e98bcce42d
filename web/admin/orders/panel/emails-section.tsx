import { Send } from 'lucide-react'
import { capitalize } from '#contract/text/capitalize.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import type { KnownOrderDetail } from '#web/api/adapt/detail.ts'
import { resendEmail } from '#web/api/staff/backoffice.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { type BadgeStyle, StatusBadge } from '#web/shared/status-badge.tsx'
import { Button } from '#web/ui/button.tsx'

type Emails = NonNullable<KnownOrderDetail['emails']>

const styles: Record<string, BadgeStyle> = {
  pending: ['Sending', 'info'],
  sent: ['Sent', 'success'],
  discarded: ['Not sent', 'danger'],
}

type EmailsSectionProps = { emails: Emails | undefined; about?: string }

export function EmailsSection({ emails, about = 'order' }: EmailsSectionProps) {
  if (!emails) return null
  return (
    <PanelSection title="Emails">
      {emails.length === 0 ? (
        <p className="text-muted text-sm">No emails sent for this {about} yet.</p>
      ) : (
        <ul aria-label="Emails" className="flex flex-col gap-2">
          {emails.map((mail) => (
            <EmailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

function EmailRow({ mail: { id, kind, status, sentAt, createdAt } }: { mail: Emails[number] }) {
  const canResend = useCan()('orders.write')
  const { mutate, isPending } = useSave<void>({
    save: () => resendEmail(id),
    successMessage: 'Resending email',
    errorMessage: 'Failed to resend email',
    onDone: () => undefined,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="min-w-0">
        <span id={`mail-${id}`} className="flex flex-wrap items-center gap-2 font-semibold">
          {kindLabel(kind)}
          <StatusBadge styles={styles} status={status} />
        </span>
        <span className="text-muted">{formatDateTime(sentAt ?? createdAt)}</span>
      </span>
      {canResend ? (
        <Button
          variant="secondary"
          size="small"
          aria-describedby={`mail-${id}`}
          aria-disabled={isPending}
          onClick={() => {
            if (!isPending) mutate()
          }}
        >
          <Send aria-hidden className="size-4" />
          Resend
        </Button>
      ) : null}
    </li>
  )
}

/** 'order_confirmed' to 'Order confirmed'. */
const kindLabel = (kind: string) => capitalize(kind.replaceAll('_', ' '))
