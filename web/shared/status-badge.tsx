import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

export type Look = readonly [label: string, tone: BadgeTone]

/** Both spellings of the spec are known; what is not is shown neutrally, as it came. */
const orderLooks: Record<string, Look> = {
  pending: ['Pending', 'warning'],
  confirmed: ['Confirmed', 'info'],
  completed: ['Completed', 'success'],
  delivered: ['Delivered', 'success'],
  cancelled: ['Cancelled', 'danger'],
}

const deliveryLooks: Record<string, Look> = {
  scheduled: ['Scheduled', 'info'],
  'in-transit': ['In transit', 'aqua'],
  in_transit: ['In transit', 'aqua'],
  delivered: ['Delivered', 'success'],
  failed: ['Failed', 'danger'],
  cancelled: ['Cancelled', 'neutral'],
}

const paymentLooks: Record<string, Look> = {
  pending: ['Unpaid', 'warning'],
  processing: ['Payment processing', 'info'],
  paid: ['Paid', 'success'],
  failed: ['Payment failed', 'danger'],
  refunded: ['Refunded', 'neutral'],
  disputed: ['Disputed', 'warning'],
}

export function OrderStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge looks={orderLooks} status={status} />
}

export function DeliveryStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge looks={deliveryLooks} status={status} />
}

/** Nothing where the backend does not tell. */
export function PaymentStatusBadge({ status }: { status: string | null | undefined }) {
  return status ? <StatusBadge looks={paymentLooks} status={status} /> : null
}

type StatusBadgeProps = { looks: Record<string, Look>; status: string | null | undefined }

export function StatusBadge(props: StatusBadgeProps) {
  const status = props.status || 'unknown'
  const [label, tone] = Object.hasOwn(props.looks, status)
    ? (props.looks[status] as Look)
    : ([status, 'neutral'] as const)
  return <Badge tone={tone}>{label}</Badge>
}
