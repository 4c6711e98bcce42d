import { balanceText, countText } from '#contract/driver/receipt-text.ts'
import type { Receipt } from '#contract/driver/receipts.ts'
import { formatDateTime, formatDateTimeWithZone } from '#web/shared/instant.ts'

type ReceiptCardProps = {
  receipt: Receipt
  /** The address of a photo, for those who may see it. */
  photoUrl?: (sha256: string) => string
  /** Staff read "at the customer's place". */
  isForStaff?: boolean
  /** True on pages whose heading doesn't name the time zone. */
  hasZone?: boolean
}

/** Rule 62: what the driver left and took, when, and the bottles that are there now. */
export function ReceiptCard({
  receipt,
  photoUrl,
  isForStaff = false,
  hasZone = false,
}: ReceiptCardProps) {
  const { at, lines, balance, photos, note, sentAt } = receipt
  const when = hasZone ? formatDateTimeWithZone(at) : formatDateTime(at)
  return (
    <article
      aria-label={`Receipt of ${when}`}
      className="flex flex-col gap-3 rounded-control border border-line p-4"
    >
      <p className="font-semibold">Delivered {when}</p>
      {lines.length > 0 ? (
        <ul aria-label="Counted at the door" className="flex flex-col gap-2">
          {lines.map((line) => (
            <li key={line.productId} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">{line.name}</span>
              <span className="text-muted tabular-nums">{countText(line)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">No bottles were counted.</p>
      )}
      {balance !== null ? (
        <p className="font-bold">
          {isForStaff
            ? balanceText(balance).replace('your', "the customer's")
            : balanceText(balance)}
        </p>
      ) : null}
      {note ? <p className="wrap-anywhere text-sm">Driver's note: {note}</p> : null}
      {photoUrl
        ? photos.map((sha256) => (
            <img
              key={sha256}
              src={photoUrl(sha256)}
              alt="Taken by the driver at the door"
              className="max-h-60 w-fit max-w-full rounded-control border border-line"
            />
          ))
        : null}
      {isForStaff ? (
        <p className="text-muted text-sm">
          {sentAt ? `Emailed ${formatDateTime(sentAt)}` : 'Not emailed yet'}
        </p>
      ) : null}
    </article>
  )
}
