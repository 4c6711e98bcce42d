import { Send } from 'lucide-react'
import { Part } from '#web/admin/detail/part.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import type { KnownOrderDetail } from '#web/api/adapt/detail.ts'
import { resendMail } from '#web/api/desk.ts'
import { formatMoment } from '#web/shared/instant.ts'
import { type Look, StatusBadge } from '#web/shared/status-badge.tsx'
import { Button } from '#web/ui/button.tsx'

type Mails = NonNullable<KnownOrderDetail['mails']>

const looks: Record<string, Look> = {
  waiting: ['On its way', 'info'],
  sent: ['Sent', 'success'],
  dropped: ['Not sent', 'danger'],
}

type MailsPartProps = { mails: Mails | undefined; about?: string }

export function MailsPart({ mails, about = 'order' }: MailsPartProps) {
  if (!mails) return null
  return (
    <Part title="Mails">
      {mails.length === 0 ? (
        <p className="text-muted text-sm">No mail was sent about this {about} yet.</p>
      ) : (
        <ul aria-label="Mails" className="flex flex-col gap-2">
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function MailRow({ mail: { id, kind, status, sentAt, createdAt } }: { mail: Mails[number] }) {
  const { mutate, isPending } = useSave<void>({
    save: () => resendMail(id),
    done: 'Mail will be sent again',
    failed: 'Failed to send the mail again',
    onDone: () => undefined,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="min-w-0">
        <span id={`mail-${id}`} className="flex flex-wrap items-center gap-2 font-semibold">
          {kindInWords(kind)}
          <StatusBadge looks={looks} status={status} />
        </span>
        <span className="text-muted">{formatMoment(sentAt ?? createdAt)}</span>
      </span>
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
    </li>
  )
}

/** 'order_confirmed' to 'Order confirmed'. */
const kindInWords = (kind: string) =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
