import { Button, Heading, Text } from '@react-email/components'
import type { CaseEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, mutedText, paragraph } from './style.ts'

const problems: Record<CaseEmailData['problem'], string> = {
  damaged: 'Damaged',
  missing: 'Missing',
  'wrong-count': 'Wrong count',
  other: 'Other',
}

export const caseSubject = ({ kind, orderNumber }: CaseEmailData) =>
  kind === 'case_received'
    ? `We got your report about order ${orderNumber}`
    : `Our answer about order ${orderNumber}`

export function CaseEmail({ email }: { email: CaseEmailData }) {
  const { kind, shop, publicUrl, name, problem, text, answer, message, caseUrl } = email
  const isReceived = kind === 'case_received'
  const lead = isReceived ? 'We’re sorry about that. We’ll email you as soon as we can.' : answer
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={lead === '' ? message : lead}>
      <Heading style={heading}>
        {isReceived ? 'We got your report' : 'About the problem you reported'}
      </Heading>
      {name !== '' && <Text style={paragraph}>Hello {name},</Text>}
      {lead !== '' && <Text style={paragraph}>{lead}</Text>}
      {message !== '' && <Text style={messageText}>{message}</Text>}
      <Text style={mutedText}>
        Order number {email.orderNumber}
        <br />
        You reported: {problems[problem]}
      </Text>
      <Text style={reportText}>{text}</Text>
      <Button href={caseUrl} style={button}>
        View your order
      </Button>
    </Layout>
  )
}

const messageText = { ...paragraph, whiteSpace: 'pre-wrap' }
const reportText = { ...mutedText, whiteSpace: 'pre-wrap' }
