import { Button, Heading, Text } from '@react-email/components'
import type { SubscriptionChangedEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, mutedText, paragraph } from './style.ts'

export const subscriptionChangedSubject = ({ title, number }: SubscriptionChangedEmailData) =>
  `${title}: subscription ${number}`

export function SubscriptionChangedEmail({ email }: { email: SubscriptionChangedEmailData }) {
  const { shop, publicUrl, title, number, lines, isByShop = false, manageUrl } = email
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={lines.join(', ')}>
      <Heading style={heading}>{title}</Heading>
      <Text style={mutedText}>Subscription {number}</Text>
      <Text style={paragraph}>
        {lines.map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
      </Text>
      <Text style={paragraph}>
        {isByShop
          ? `If that doesn’t suit you, skip or change the delivery, or call us at ${shop.phone}.`
          : `If you made this change, you don’t need to do anything. If you didn’t, change it back and call us at ${shop.phone}.`}
      </Text>
      <Button href={manageUrl} style={button}>
        Manage your deliveries
      </Button>
    </Layout>
  )
}
