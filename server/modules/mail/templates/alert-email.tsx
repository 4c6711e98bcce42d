import { Button, Heading, Text } from '@react-email/components'
import type { AlertEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, paragraph } from './style.ts'

export const alertSubject = ({ kind, title }: AlertEmailData) =>
  kind === 'alert_opened' ? `Alert: ${title}` : `Resolved: ${title}`

export function AlertEmail({ email }: { email: AlertEmailData }) {
  const { kind, shop, publicUrl, title, message, dashboardUrl } = email
  const isResolved = kind === 'alert_ended'
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={message}>
      <Heading style={heading}>{isResolved ? `Resolved: ${title}` : title}</Heading>
      <Text style={paragraph}>{message}</Text>
      {isResolved ? <Text style={paragraph}>You don’t need to do anything.</Text> : null}
      <Button href={dashboardUrl} style={button}>
        Open the dashboard
      </Button>
    </Layout>
  )
}
