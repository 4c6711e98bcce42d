import { Button, Heading, Text } from '@react-email/components'
import type { AlertLetter } from '../letter.ts'
import { Layout } from './layout.tsx'
import { action } from './style.ts'

export const alertSubject = ({ kind, title }: AlertLetter) =>
  kind === 'alert_opened' ? `Alert: ${title}` : `Resolved: ${title}`

export function AlertMail({ letter }: { letter: AlertLetter }) {
  const { kind, shop, publicUrl, title, message, dashboardUrl } = letter
  const isOver = kind === 'alert_ended'
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={message}>
      <Heading as="h1" style={{ fontSize: '24px', lineHeight: '32px', margin: '0 0 12px' }}>
        {isOver ? `Resolved: ${title}` : title}
      </Heading>
      <Text style={paragraph}>{message}</Text>
      {isOver ? <Text style={paragraph}>This is over. You don’t need to do anything.</Text> : null}
      <Button href={dashboardUrl} style={button}>
        Open the dashboard
      </Button>
    </Layout>
  )
}

const paragraph = { fontSize: '15px', lineHeight: '24px', margin: '0 0 16px' }
const button = {
  backgroundColor: action,
  borderRadius: '10px',
  color: '#ffffff',
  fontWeight: 700,
  padding: '12px 20px',
}
