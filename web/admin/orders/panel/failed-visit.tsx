import { reasonLabels } from '#contract/driver/reason-labels.ts'
import type { Receipt } from '#contract/driver/receipts.ts'
import { staffReceiptPhotoUrl } from '#web/api/receipts/staff-receipts.ts'
import { formatDateTime } from '#web/shared/instant.ts'

/** Rule 58: why nothing was left, with the driver's photo, for staff who call the customer. */
export function FailedVisit({ orderId, visit }: { orderId: string; visit: Receipt }) {
  const { at, failureReason, note, photos } = visit
  const when = formatDateTime(at)
  return (
    <article
      aria-label={`Visit of ${when}`}
      className="flex flex-col gap-3 rounded-control border border-line p-4"
    >
      <p className="font-semibold">Not delivered {when}</p>
      <p>{failureReason ? reasonLabels[failureReason] : null}</p>
      {note ? <p className="wrap-anywhere text-sm">Driver's note: {note}</p> : null}
      {photos.map((sha256) => (
        <img
          key={sha256}
          src={staffReceiptPhotoUrl(orderId, sha256)}
          alt="Taken by the driver at the door"
          className="max-h-60 w-fit max-w-full rounded-control border border-line"
        />
      ))}
    </article>
  )
}
