import type { ComponentProps } from 'react'
import type { Receipt } from '#contract/driver/receipts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ReceiptCard } from './receipt-card.tsx'

type ReceiptListProps = Omit<ComponentProps<typeof ReceiptCard>, 'receipt'> & {
  receipts: readonly Receipt[] | undefined
  onRetry: () => void
}

/** One card per visit; an alert instead if they couldn't be loaded. */
export function ReceiptList({ receipts, onRetry, ...options }: ReceiptListProps) {
  if (receipts)
    return receipts.map((receipt) => (
      <ReceiptCard key={receipt.id} receipt={receipt} {...options} />
    ))
  return (
    <Alert
      tone="danger"
      title="We couldn't load the receipt"
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
