import { formatCents } from '#contract/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { UnavailableLine } from './checkout-order.ts'
import type { ReviewNotice } from './start-cart-payment.ts'

type OrderNoticeProps = { notice: ReviewNotice; totalCents: number; onRemove: () => void }

/** Stays until the next attempt, so that the buyer sees the new total before paying. */
export function OrderNotice({ notice, totalCents, onRemove }: OrderNoticeProps) {
  return (
    <>
      {notice.unavailable.length > 0 ? (
        <Alert
          tone="warning"
          urgent
          title={
            notice.unavailable.every(({ isSoldOut }) => isSoldOut)
              ? 'Sold out'
              : 'No longer available'
          }
          action={
            <Button variant="secondary" size="small" onClick={onRemove}>
              Remove from order
            </Button>
          }
        >
          {unavailableMessage(notice.unavailable)} You haven't been charged.
        </Alert>
      ) : null}
      {notice.changes.length > 0 ? (
        <Alert tone="warning" urgent title="Prices have changed">
          <ul>
            {notice.changes.map(({ name, beforeCents, afterCents }) => (
              <li key={name}>
                {name}: {formatCents(beforeCents)} → {formatCents(afterCents)}
              </li>
            ))}
          </ul>
          <p className="mt-1">
            Your new total is <strong>{formatCents(totalCents)}</strong>. You haven't been charged.
          </p>
        </Alert>
      ) : null}
    </>
  )
}

function unavailableMessage(lines: readonly UnavailableLine[]): string {
  const names = (isSoldOut: boolean) =>
    lines.filter((line) => line.isSoldOut === isSoldOut).map((line) => line.product.name)
  const [soldOut, gone] = [names(true), names(false)]
  const texts = [
    soldOut.length > 0
      ? `${soldOut.join(', ')} ${soldOut.length > 1 ? 'are' : 'is'} sold out.`
      : '',
    gone.length > 0 ? `You can no longer order ${gone.join(', ')}.` : '',
  ]
  return texts.filter(Boolean).join(' ')
}
