import { Button, Column, Heading, Hr, Link, Row, Text } from '@react-email/components'
import type { OrderEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { type EmailButton, type EmailCopy, paymentCopy } from './payment-copy.ts'
import { action, line, muted } from './style.ts'

const viewOrder: EmailButton = { label: 'View your order', url: ({ orderUrl }) => orderUrl }

/** All of what was paid, a part of it, or an amount that paid for nothing. */
function refundedText(refunded: OrderEmailData['refunded']): string {
  const { amount, paid } = refunded ?? {}
  if (!paid) return `$${amount}`
  return amount === paid
    ? `the full $${amount} of this order`
    : `$${amount} of the $${paid} you paid for this order`
}

/** What each mail about an order says before the order itself. */
const orderCopy: Record<OrderEmailData['kind'], EmailCopy> = {
  order_confirmed: {
    subject: ({ orderNumber }) => `Order ${orderNumber} is confirmed`,
    title: 'Thank you, your order is confirmed',
    lead: ({ total, deliveryDate }) =>
      `We have received your payment of $${total} and will deliver on ${deliveryDate}.`,
    button: viewOrder,
  },
  order_cancelled: {
    subject: ({ orderNumber }) => `Order ${orderNumber} is cancelled`,
    title: 'Your order is cancelled',
    lead: ({ refund }) =>
      refund
        ? `We will not deliver this order. We requested a refund of $${refund} to your card and will email you when it is on its way. Refunds take 5-7 business days.`
        : 'We will not deliver this order.',
    button: viewOrder,
  },
  order_refunded: {
    subject: ({ orderNumber, refunded }) =>
      `We refunded $${refunded?.amount} for order ${orderNumber}`,
    title: 'Your refund is on its way',
    lead: ({ refunded }) =>
      `We refunded ${refundedText(refunded)} to the card you paid with${refunded?.why ? `, ${refunded.why}` : ''}. It can take 5-7 business days to appear.`,
    button: viewOrder,
  },
  refund_failed: {
    subject: ({ orderNumber }) => `The refund for order ${orderNumber} did not go through`,
    title: 'Your refund did not go through',
    lead: ({ refunded }) =>
      `Your bank did not accept the refund of $${refunded?.amount}, so it will not appear on your card. We still owe you this amount and will contact you about another way to send it.`,
    button: viewOrder,
  },
  out_for_delivery: {
    subject: ({ orderNumber }) => `Order ${orderNumber} is out for delivery`,
    title: 'Your water is on its way',
    lead: () => 'The truck has left. Please put your empty bottles where the driver can see them.',
    button: viewOrder,
  },
  delivered: {
    subject: ({ orderNumber }) => `Order ${orderNumber} was delivered`,
    title: 'Your water is here',
    lead: () => 'Something wrong with it? Tell us within 48 hours and we will make it right.',
    button: viewOrder,
  },
  subscription_cancelled: {
    subject: ({ orderNumber }) => `Subscription ${orderNumber} is cancelled`,
    title: 'Your subscription is cancelled',
    lead: () =>
      'Your recurring delivery has been cancelled. A delivery that was past its change-until time still comes; one before it is off, and refunded if it was paid.',
    button: viewOrder,
  },
  ...paymentCopy,
  subscription_disputed: {
    subject: ({ orderNumber }) => `Your deliveries are paused: order ${orderNumber} is disputed`,
    title: 'Your deliveries are paused',
    lead: ({ total, deliveryDate, shop }) =>
      `Your bank told us that you dispute the payment of $${total} for the delivery on ${deliveryDate}. Nothing more is charged or delivered. If this is a mistake, contact your bank and call us at ${shop.phone}.`,
    button: viewOrder,
  },
  delivery_reminder: {
    subject: ({ deliveryDate, total }) => `Your water comes on ${deliveryDate}: $${total}`,
    title: 'Your next delivery',
    lead: ({ total, deliveryDate, change, card }) =>
      [
        `We bring your water on ${deliveryDate}`,
        card?.isMissing
          ? ` for $${total}. There is no saved card for it, so that morning we email you a link to pay`
          : ` and charge $${total} to your saved card that morning`,
        card?.isMissing && card.usesDefaultCard
          ? ', unless you choose a default card under Billing first'
          : '',
        `. Change it until ${change?.until ?? 'the day before'}.`,
      ].join(''),
    button: {
      label: 'Manage your deliveries',
      url: ({ publicUrl }) => `${publicUrl}/customer/subscriptions`,
    },
  },
  delivery_skipped: {
    subject: ({ deliveryDate }) => `No delivery on ${deliveryDate}`,
    title: 'This delivery does not come',
    lead: ({ deliveryDate, why }) =>
      `The delivery planned for ${deliveryDate} is skipped${why ? `: ${why}` : ''}. You are not charged for it.`,
    button: {
      label: 'Manage your deliveries',
      url: ({ publicUrl }) => `${publicUrl}/customer/subscriptions`,
    },
  },
}

export const orderSubject = (letter: OrderEmailData) => orderCopy[letter.kind].subject(letter)

export function OrderEmail({ letter }: { letter: OrderEmailData }) {
  const { title, lead, button: press, secondaryLink: also } = orderCopy[letter.kind]
  return (
    <Layout shop={letter.shop} publicUrl={letter.publicUrl} preview={lead(letter)}>
      <Heading as="h1" style={{ fontSize: '24px', lineHeight: '32px', margin: '0 0 12px' }}>
        {typeof title === 'string' ? title : title(letter)}
      </Heading>
      {letter.name !== '' && <Text style={paragraph}>Hello {letter.name},</Text>}
      <Text style={paragraph}>{lead(letter)}</Text>
      <Text style={{ ...paragraph, color: muted }}>Order number {letter.orderNumber}</Text>
      <PriceSummary letter={letter} />
      <Text style={{ ...paragraph, fontWeight: 700, margin: '0 0 4px' }}>Delivery</Text>
      <Text style={paragraph}>
        {letter.deliveryDate}
        {letter.frequency && `, then ${letter.frequency}`}
        {letter.address.map((part) => (
          <span key={part}>
            <br />
            {part}
          </span>
        ))}
      </Text>
      <Button href={press.url(letter)} style={button}>
        {press.label}
      </Button>
      {also?.url(letter) && (
        <Text style={{ ...paragraph, margin: '16px 0 0' }}>
          <Link href={also.url(letter)} style={{ color: action }}>
            {also.label}
          </Link>
        </Text>
      )}
      {letter.change && <QuickActionLinks change={letter.change} />}
      <Text style={{ ...paragraph, color: muted, margin: '20px 0 0' }}>
        All your orders, without a password:{' '}
        <Link href={letter.findUrl} style={{ color: action }}>
          Find my order
        </Link>
      </Text>
    </Layout>
  )
}

/** Each link says what comes of it; the page behind it asks once more before it is done. */
function QuickActionLinks({ change }: { change: NonNullable<OrderEmailData['change']> }) {
  return (
    <>
      <Text style={{ ...paragraph, fontWeight: 700, margin: '24px 0 4px' }}>
        Change it until {change.until}, without signing in
      </Text>
      {change.links.map(({ label, url }) => (
        <Text key={url} style={{ ...paragraph, margin: '0 0 4px' }}>
          <Link href={url} style={{ color: action }}>
            {label}
          </Link>
        </Text>
      ))}
    </>
  )
}

function PriceSummary({ letter }: { letter: OrderEmailData }) {
  return (
    <>
      <Hr style={rule} />
      {letter.items.map((item) => (
        <PriceRow key={item.name} label={`${item.quantity} × ${item.name}`} sum={`$${item.sum}`} />
      ))}
      <Hr style={rule} />
      <PriceRow label="Subtotal" sum={`$${letter.subtotal}`} />
      {letter.adjustments.map(({ label, amount }) => (
        <PriceRow key={label} label={label} sum={amount} />
      ))}
      <PriceRow label="Delivery" sum="FREE" />
      <PriceRow label="Total" sum={`$${letter.total}`} isStrong />
      <Hr style={rule} />
    </>
  )
}

function PriceRow({
  label,
  sum,
  isStrong = false,
}: {
  label: string
  sum: string
  isStrong?: boolean
}) {
  const style = { ...paragraph, margin: '2px 0', fontWeight: isStrong ? 700 : 400 }
  return (
    <Row>
      <Column>
        <Text style={style}>{label}</Text>
      </Column>
      <Column align="right">
        <Text style={style}>{sum}</Text>
      </Column>
    </Row>
  )
}

const paragraph = { fontSize: '15px', lineHeight: '24px', margin: '0 0 12px' }
const rule = { borderColor: line, margin: '16px 0' }
const button = {
  backgroundColor: action,
  borderRadius: '10px',
  color: '#ffffff',
  fontWeight: 700,
  padding: '12px 20px',
}
