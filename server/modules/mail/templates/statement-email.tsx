import { Button, Column, Heading, Row, Section, Text } from '@react-email/components'
import type { StatementEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, paragraph } from './style.ts'

export const statementSubject = ({ month, closing }: StatementEmailData) =>
  `Your statement for ${month}: ${closing}`

export function StatementEmail({ email }: { email: StatementEmailData }) {
  const { shop, publicUrl, name, month, opening, closing, overdue, lines, statementUrl } = email
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={`Your balance is ${closing}.`}>
      <Heading style={heading}>Your statement for {month}</Heading>
      <Text style={paragraph}>
        {name ? `Hello ${name}, your` : 'Your'} balance at the end of the month was {closing}.
        {overdue ? ` ${overdue} of it is overdue. Please pay it now.` : ''}
      </Text>
      <Section>
        <Line date="" text="Opening balance" amount={opening} />
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal payments are two lines
          <Line key={index} {...line} />
        ))}
        <Line date="" text="Closing balance" amount={closing} />
      </Section>
      <Button href={statementUrl} style={button}>
        View your invoices
      </Button>
    </Layout>
  )
}

function Line({ date, text, amount }: StatementEmailData['lines'][number]) {
  return (
    <Row>
      <Column style={dateCell}>{date}</Column>
      <Column style={cell}>{text}</Column>
      <Column style={amountCell}>{amount}</Column>
    </Row>
  )
}

const cell = { fontSize: '14px', lineHeight: '24px' }
const dateCell = { width: '110px', ...cell }
const amountCell = { ...cell, textAlign: 'right' as const }
