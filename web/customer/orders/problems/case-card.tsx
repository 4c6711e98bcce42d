import type { Case } from '#contract/cases/cases.ts'
import { casePhotoUrl } from '#web/api/cases/cases.ts'
import { caseKindLabel, outcomeText } from '#web/shared/cases/case-labels.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PhotoButton } from './photo-button.tsx'

/** A reported problem with its photo and, once there is one, the answer. */
export function CaseCard({ case: row }: { case: Case }) {
  const isOpen = row.state === 'open'
  const canSendPhoto = isOpen && Date.now() < Date.parse(row.photoUntil)
  return (
    <article
      aria-label={`Problem: ${caseKindLabel(row.kind)}`}
      className="flex flex-col gap-3 rounded-control border border-line p-4"
    >
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{caseKindLabel(row.kind)}</span>
        <Badge tone={isOpen ? 'warning' : 'success'}>{isOpen ? 'Open' : 'Answered'}</Badge>
      </p>
      <p className="text-muted text-sm">Reported on {formatDay(row.createdAt)}</p>
      <p className="wrap-anywhere whitespace-pre-wrap">{row.text}</p>
      {row.photo ? (
        <img
          src={casePhotoUrl(row)}
          alt="Sent with your report"
          className="max-h-60 w-fit max-w-full rounded-control border border-line"
        />
      ) : null}
      {canSendPhoto ? <PhotoButton case={row} /> : null}
      {isOpen ? (
        <p className="text-muted text-sm">We'll email you as soon as we can.</p>
      ) : (
        <div className="flex flex-col gap-1 border-line border-t pt-3">
          <p className="font-semibold">
            {row.outcome === 'closed' ? 'Our answer' : outcomeText(row)}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{row.message}</p>
        </div>
      )}
    </article>
  )
}
