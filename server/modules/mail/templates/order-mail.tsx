import { Button, Column, Heading, Hr, Row, Section, Text } from '@react-email/components'
import type { OrderLetter } from '../letter.ts'
import { Layout } from './layout.tsx'
import { action, line, muted } from './style.ts'

/** What each mail about an order says before the order itself. */
const words = {
  order_confirmed: {
    subject: (letter: OrderLetter) => `Order ${letter.orderNumber} is confirmed`,
    title: 'Thank you, your order is confirmed',
    lead: (letter: OrderLetter) =>
      `We have received your payment of $${letter.total} and will deliver on ${letter.deliveryDate}.`,
  },
  order_refunded: {
    subject: (letter: OrderLetter) => `Order ${letter.orderNumber} was refunded`,
    title: 'Your money is on its way back',
    lead: (letter: OrderLetter) =>
      `This order is cancelled, so we have refunded $${letter.total} in full. It reaches your card within 5-7 business days.`,
  },
}

export const subjectOf = (letter: OrderLetter) => words[letter.kind].subject(letter)

export function OrderMail({ letter }: { letter: OrderLetter }) {
  const { title, lead } = words[letter.kind]
  return (
    <Layout shop={letter.shop} publicUrl={letter.publicUrl} preview={lead(letter)}>
      <Heading as="h1" style={{ fontSize: '24px', lineHeight: '32px', margin: '0 0 12px' }}>
        {title}
      </Heading>
      <Text style={paragraph}>Hello {letter.name},</Text>
      <Text style={paragraph}>{lead(letter)}</Text>
      <Text style={{ ...paragraph, color: muted }}>Order number {letter.orderNumber}</Text>
      <Hr style={rule} />
      {letter.items.map((item) => (
        <Sum key={item.name} label={`${item.quantity} × ${item.name}`} sum={`$${item.sum}`} />
      ))}
      <Hr style={rule} />
      <Sum label="Subtotal" sum={`$${letter.subtotal}`} />
      {letter.discount && <Sum label="Subscription discount (15%)" sum={`-$${letter.discount}`} />}
      <Sum label="Delivery" sum="FREE" />
      <Sum label="Total" sum={`$${letter.total}`} isStrong />
      <Hr style={rule} />
      <Section>
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
      </Section>
      <Button
        href={letter.orderUrl}
        style={{
          backgroundColor: action,
          borderRadius: '10px',
          color: '#ffffff',
          fontWeight: 700,
          padding: '12px 20px',
        }}
      >
        View your order
      </Button>
    </Layout>
  )
}

function Sum({ label, sum, isStrong = false }: { label: string; sum: string; isStrong?: boolean }) {
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
