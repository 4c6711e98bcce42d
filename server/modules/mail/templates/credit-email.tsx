import { Button, Heading, Text } from '@react-email/components'
import type { CreditEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, paragraph } from './style.ts'

export const creditSubject = ({ amount }: CreditEmailData) => `You have ${amount} of credit`

const causes: Partial<Record<CreditEmailData['cause'], string>> = {
  deposit_returned: ' for your returned bottles',
  missed_delivery: ' for a missed delivery',
}

export function CreditEmail({ email }: { email: CreditEmailData }) {
  const { shop, publicUrl, name, amount, balance, cause, creditUrl } = email
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={`We added ${amount} to your account.`}>
      <Heading style={heading}>You have account credit</Heading>
      <Text style={paragraph}>
        {name ? `Hello ${name}, we` : 'We'} added {amount} of credit to your account
        {causes[cause] ?? ''}. Your balance is {balance}.
      </Text>
      <Text style={paragraph}>
        We’ll use it for your next delivery or for your next order. Log in before you order.
      </Text>
      <Button href={creditUrl} style={button}>
        View your credit
      </Button>
    </Layout>
  )
}
