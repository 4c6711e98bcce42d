import { Button, Heading, Link, Text } from '@react-email/components'
import type { OrderEmailData } from '../email-data.ts'
import { deliveryCopy } from './delivery-copy.ts'
import { Layout } from './layout.tsx'
import { dueAmount, formatPaid, formatRefund, isCovered } from './payment-amounts.ts'
import { type EmailButton, type EmailCopy, paymentCopy } from './payment-copy.ts'
import { PriceSummary } from './price-summary.tsx'
import { belowButton, button, heading, link, muted } from './style.ts'

const viewOrder: EmailButton = { label: 'View your order', url: ({ orderUrl }) => orderUrl }

/** Subject, title, introduction and button of each order email. */
const orderCopy: Record<OrderEmailData['kind'], EmailCopy> = {
  order_confirmed: {
    subject: ({ orderNumber }) => `Order ${orderNumber} is confirmed`,
    title: 'Thank you, your order is confirmed',
    lead: ({ deliveryDate, due, ...email }) =>
      due
        ? `We’ll deliver on ${deliveryDate}. ${due}`
        : `${formatPaid(email)} We’ll deliver on ${deliveryDate}.`,
    button: viewOrder,
  },
  order_cancelled: {
    subject: ({ orderNumber }) => `Order ${orderNumber} is cancelled`,
    title: 'Your order is cancelled',
    lead: ({ refund, creditRefund }) =>
      [
        'We won’t deliver this order.',
        refund &&
          `We requested a refund of $${refund} to your card and will email you when it’s on its way. Refunds take 5-7 business days.`,
        creditRefund && `We’ll return $${creditRefund} to your account credit.`,
      ]
        .filter(Boolean)
        .join(' '),
    button: viewOrder,
  },
  order_refunded: {
    subject: ({ orderNumber, refunded }) =>
      `We refunded $${refunded?.amount} for order ${orderNumber}`,
    title: ({ refunded }) =>
      refunded?.tender
        ? 'We paid you back'
        : refunded?.isCredit
          ? 'We refunded you as account credit'
          : 'Your refund is on its way',
    lead: ({ refunded }) =>
      [
        `We refunded ${formatRefund(refunded)}`,
        refunded?.tender
          ? ` ${refunded.tender}`
          : refunded?.isCredit
            ? ' as account credit'
            : ' to the card you paid with',
        refunded?.reason ? `, ${refunded.reason}` : '',
        refunded?.items.length ? `: ${refunded.items.join(', ')}` : '',
        '. ',
        refunded?.isCredit
          ? `We’ll use it for your next delivery or for your next order.${refunded.cardUrl ? ' If you’d rather have it on your card, choose that on the page of your order.' : ''}`
          : refunded?.tender
            ? ''
            : 'Refunds take 5-7 business days.',
      ].join(''),
    button: viewOrder,
    secondaryLink: {
      label: 'Send it to my card instead',
      url: ({ refunded }) => refunded?.cardUrl ?? '',
    },
  },
  refund_failed: {
    subject: ({ orderNumber }) => `The refund for order ${orderNumber} didn’t go through`,
    title: 'Your refund didn’t go through',
    lead: ({ refunded }) =>
      `Your bank didn’t accept the refund of $${refunded?.amount}, so it won’t appear on your card. We still owe you this amount. We’ll contact you about another way to send it.`,
    button: viewOrder,
  },
  out_for_delivery: {
    subject: ({ orderNumber }) => `Order ${orderNumber} is out for delivery`,
    title: 'Your order is out for delivery',
    lead: ({ due }) =>
      ['Please leave your empty bottles where the driver can see them.', due]
        .filter(Boolean)
        .join(' '),
    button: viewOrder,
  },
  delivered: {
    subject: ({ orderNumber }) => `Order ${orderNumber} was delivered`,
    title: 'Your order was delivered',
    lead: () => 'If anything is wrong, let us know within 48 hours and we’ll make it right.',
    button: viewOrder,
    secondaryLink: { label: 'Report a problem', url: ({ reportUrl }) => reportUrl },
  },
  subscription_cancelled: {
    subject: ({ orderNumber }) => `Subscription ${orderNumber} is cancelled`,
    title: 'Your subscription is cancelled',
    lead: () =>
      'Your recurring delivery has been cancelled. If a delivery was already past its change deadline, we’ll still make it. We’ve cancelled the rest and will refund anything you’ve paid for them.',
    button: viewOrder,
  },
  ...paymentCopy,
  subscription_disputed: {
    subject: ({ orderNumber }) => `Your deliveries are paused: order ${orderNumber} is disputed`,
    title: 'Your deliveries are paused',
    lead: ({ total, deliveryDate, shop }) =>
      `Your bank told us that you dispute the payment of $${total} for your delivery on ${deliveryDate}. We won’t charge or deliver anything more. If this is a mistake, contact your bank and call us at ${shop.phone}.`,
    button: viewOrder,
  },
  delivery_reminder: {
    subject: ({ deliveryDate, total }) => `Your delivery on ${deliveryDate}: $${total}`,
    title: 'Your next delivery',
    lead: ({ deliveryDate, change, card, netDays, ...email }) =>
      [
        `We’ll deliver on ${deliveryDate}`,
        isCovered(email)
          ? '. Your account credit pays for all of it'
          : netDays
            ? `. We’ll send you an invoice of $${dueAmount(email)} that morning, due in ${netDays} days`
            : card?.isMissing
              ? ` for $${dueAmount(email)}. You have no saved card for it, so we’ll email you a link to pay that morning`
              : ` and charge $${dueAmount(email)} to your saved card that morning`,
        card?.isMissing && card.usesDefaultCard && !netDays && !isCovered(email)
          ? ', unless you choose a default card in Billing first'
          : '',
        `. Make changes by ${change?.until ?? 'the day before'}.`,
      ].join(''),
    button: {
      label: 'Manage your deliveries',
      url: ({ publicUrl }) => `${publicUrl}/customer/subscriptions`,
    },
  },
  delivery_skipped: {
    subject: ({ deliveryDate }) => `No delivery on ${deliveryDate}`,
    title: 'Your delivery was skipped',
    lead: ({ deliveryDate, reason }) =>
      `We skipped your delivery on ${deliveryDate}${reason ? ` because ${reason}` : ''}. You won’t be charged for it.`,
    button: {
      label: 'Manage your deliveries',
      url: ({ publicUrl }) => `${publicUrl}/customer/subscriptions`,
    },
  },
  ...deliveryCopy,
}

export const orderSubject = (email: OrderEmailData) => orderCopy[email.kind].subject(email)

export function OrderEmail({ email }: { email: OrderEmailData }) {
  const { title, lead, button: mainLink, secondaryLink } = orderCopy[email.kind]
  return (
    <Layout shop={email.shop} publicUrl={email.publicUrl} preview={lead(email)}>
      <Heading style={heading}>{typeof title === 'string' ? title : title(email)}</Heading>
      {email.name !== '' && <Text style={paragraph}>Hello {email.name},</Text>}
      <Text style={paragraph}>{lead(email)}</Text>
      {email.leftOut && <LeftOut leftOut={email.leftOut} />}
      <Text style={orderNumberText}>Order number {email.orderNumber}</Text>
      <PriceSummary email={email} />
      <Text style={subheading}>Delivery</Text>
      <Text style={paragraph}>
        {email.deliveryDate}
        {email.selectedWindow && `, ${email.selectedWindow}`}
        {email.frequency && `, then ${email.frequency}`}
        {email.address.map((addressLine) => (
          <span key={addressLine}>
            <br />
            {addressLine}
          </span>
        ))}
      </Text>
      <Button href={mainLink.url(email)} style={button}>
        {mainLink.label}
      </Button>
      {secondaryLink?.url(email) && (
        <Text style={belowButton}>
          <Link href={secondaryLink.url(email)} style={link}>
            {secondaryLink.label}
          </Link>
        </Text>
      )}
      {email.change && email.change.links.length > 0 && <QuickActionLinks change={email.change} />}
      <Text style={findText}>
        View all your orders, no password needed:{' '}
        <Link href={email.findUrl} style={link}>
          Find my order
        </Link>
      </Text>
    </Layout>
  )
}

/** Rule 31: the rest of the delivery is made and charged. */
function LeftOut({ leftOut }: { leftOut: NonNullable<OrderEmailData['leftOut']> }) {
  return (
    <Text style={paragraph}>
      Not available for this delivery: {leftOut.items}. We’ll deliver the other items, and you won’t
      be charged for what’s missing.
      {leftOut.swapUrl && (
        <>
          {' '}
          <Link href={leftOut.swapUrl} style={link}>
            Swap it for another product
          </Link>
        </>
      )}
    </Text>
  )
}

/** Each label names the action; the linked page asks for confirmation first. */
function QuickActionLinks({ change }: { change: NonNullable<OrderEmailData['change']> }) {
  return (
    <>
      <Text style={changeHeading}>Make changes by {change.until} (no login needed)</Text>
      {change.links.map(({ label, url }) => (
        <Text key={url} style={changeLink}>
          <Link href={url} style={link}>
            {label}
          </Link>
        </Text>
      ))}
    </>
  )
}

const paragraph = { fontSize: '15px', lineHeight: '24px', margin: '0 0 12px' }
const orderNumberText = { ...paragraph, color: muted }
const subheading = { ...paragraph, fontWeight: 700, margin: '0 0 4px' }
const changeHeading = { ...subheading, margin: '24px 0 4px' }
const changeLink = { ...paragraph, margin: '0 0 4px' }
const findText = { ...paragraph, color: muted, margin: '20px 0 0' }
