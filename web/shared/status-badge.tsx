import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

export type BadgeStyle = readonly [label: string, tone: BadgeTone]

/** Includes both spellings of the spec. Unknown statuses are shown unchanged in a neutral tone. */
const orderStyles: Record<string, BadgeStyle> = {
  pending: ['Pending', 'warning'],
  confirmed: ['Confirmed', 'info'],
  completed: ['Completed', 'success'],
  delivered: ['Delivered', 'success'],
  cancelled: ['Cancelled', 'danger'],
}

const deliveryStyles: Record<string, BadgeStyle> = {
  scheduled: ['Scheduled', 'info'],
  'in-transit': ['In transit', 'aqua'],
  in_transit: ['In transit', 'aqua'],
  delivered: ['Delivered', 'success'],
  failed: ['Failed', 'danger'],
  cancelled: ['Cancelled', 'neutral'],
}

const paymentStyles: Record<string, BadgeStyle> = {
  pending: ['Unpaid', 'warning'],
  processing: ['Payment processing', 'info'],
  paid: ['Paid', 'success'],
  failed: ['Payment failed', 'danger'],
  refunded: ['Refunded', 'neutral'],
  disputed: ['Disputed', 'warning'],
  covered: ['Paid with credit', 'success'],
  due: ['Payment due', 'warning'],
}

export function OrderStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge styles={orderStyles} status={status} />
}

export function DeliveryStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge styles={deliveryStyles} status={status} />
}

/** Renders nothing if the backend does not send a payment status. */
export function PaymentStatusBadge({ status }: { status: string | null | undefined }) {
  return status ? <StatusBadge styles={paymentStyles} status={status} /> : null
}

type StatusBadgeProps = { styles: Record<string, BadgeStyle>; status: string | null | undefined }

export function StatusBadge(props: StatusBadgeProps) {
  const status = props.status || 'unknown'
  const [label, tone] = Object.hasOwn(props.styles, status)
    ? (props.styles[status] as BadgeStyle)
    : ([status, 'neutral'] as const)
  return <Badge tone={tone}>{label}</Badge>
}
