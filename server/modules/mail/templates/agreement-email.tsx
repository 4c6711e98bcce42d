import { Button, Heading, Text } from '@react-email/components'
import type { AgreementEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, mutedBelowButton, paragraph } from './style.ts'

const isRequest = ({ kind }: AgreementEmailData) => kind === 'agreement_request'

export const agreementSubject = (email: AgreementEmailData) =>
  isRequest(email)
    ? `Please confirm your water deliveries with ${email.shop.name}`
    : `Your subscription with ${email.shop.name} is set up`

const frequencyTexts: Record<AgreementEmailData['frequency'], string> = {
  weekly: 'every week',
  'bi-weekly': 'every two weeks',
  monthly: 'every month',
}

/** The linked page asks for the answer, so that a mail scanner agrees to nothing (rule 67). */
export function AgreementEmail({ email }: { email: AgreementEmailData }) {
  const { shop, publicUrl, name, items, frequency, consent, url } = email
  const intro = isRequest(email)
    ? `${shop.name} now manages your deliveries online. To keep them coming, please review your subscription and enter a card.`
    : 'Thank you. Your subscription is set up. Here’s what you agreed to.'
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={intro}>
      <Heading style={heading}>
        {isRequest(email) ? 'Keep your deliveries' : 'Your subscription is set up'}
      </Heading>
      <Text style={paragraph}>Hello {name},</Text>
      <Text style={paragraph}>{intro}</Text>
      <Text style={paragraph}>
        {items.join(', ')}, {frequencyTexts[frequency]}
      </Text>
      {isRequest(email) ? <Request email={email} /> : null}
      {isRequest(email)
        ? null
        : consent.map((sentence) => (
            <Text key={sentence} style={paragraph}>
              {sentence}
            </Text>
          ))}
      <Button href={url} style={button}>
        {isRequest(email) ? 'Review my subscription' : 'View my subscription'}
      </Button>
      {isRequest(email) ? (
        <Text style={mutedBelowButton}>
          This link works for {email.days} days. If you don’t answer, we won’t deliver or charge
          anything.
        </Text>
      ) : null}
    </Layout>
  )
}

function Request({ email }: { email: AgreementEmailData }) {
  return (
    <Text style={paragraph}>
      Next delivery: {email.deliveryDate}. Each delivery costs {email.total}. You won’t pay anything
      today.
    </Text>
  )
}
