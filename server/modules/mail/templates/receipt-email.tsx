import { Button, Heading, Link, Text } from '@react-email/components'
import type { ReceiptEmailData } from '../receipt-email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, link, mutedText, paragraph } from './style.ts'

type State = ReceiptEmailData['state']

const subjects: Record<State, (orderNumber: string) => string> = {
  new: (number) => `Order ${number} was delivered`,
  corrected: (number) => `Corrected receipt for order ${number}`,
  withdrawn: (number) => `Correction: order ${number} isn’t delivered yet`,
}

const titles: Record<State, string> = {
  new: 'Your order was delivered',
  corrected: 'Your corrected receipt',
  withdrawn: 'Your order isn’t delivered yet',
}

export const receiptSubject = ({ state, orderNumber }: ReceiptEmailData) =>
  subjects[state](orderNumber)

const leads: Record<State, (at: string) => string> = {
  new: (at) => `We delivered on ${at}. This is what our driver counted at your door.`,
  corrected: (at) =>
    `Our driver corrected the counts of your delivery on ${at}. This receipt replaces the one we sent before.`,
  withdrawn: (at) =>
    `We told you that we delivered your order${at && ` on ${at}`}. That was a mistake, and we’re sorry. You don’t need to do anything.`,
}

/** Says when it happened, because phones may report it hours later. */
export function ReceiptEmail({ email }: { email: ReceiptEmailData }) {
  const { state, shop, publicUrl, name, at, orderUrl } = email
  const lead = leads[state](at)
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={lead}>
      <Heading style={heading}>{titles[state]}</Heading>
      {name !== '' && <Text style={paragraph}>Hello {name},</Text>}
      <Text style={paragraph}>{lead}</Text>
      {state !== 'withdrawn' && <Counts email={email} />}
      <Text style={mutedText}>Order number {email.orderNumber}</Text>
      <Button href={orderUrl} style={button}>
        View your order
      </Button>
    </Layout>
  )
}

function Counts({ email: { lines, balance, hasPhoto, reportUrl } }: { email: ReceiptEmailData }) {
  return (
    <>
      {lines.length === 0 && <Text style={paragraph}>No bottles were counted.</Text>}
      {lines.map(({ name, counts }) => (
        <Text key={`${name} ${counts}`} style={count}>
          <strong>{name}</strong>: {counts}
        </Text>
      ))}
      {balance !== '' && <Text style={balanceText}>{balance}</Text>}
      {hasPhoto && <Text style={paragraph}>Log in to see the photo that our driver took.</Text>}
      <Text style={paragraph}>
        Something’s wrong? Let us know within 48 hours and we’ll make it right:{' '}
        <Link href={reportUrl} style={link}>
          Report a problem
        </Link>
      </Text>
    </>
  )
}

const count = { ...paragraph, margin: '0 0 8px' }
const balanceText = { ...paragraph, fontWeight: 700 }
