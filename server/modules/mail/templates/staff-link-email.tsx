import { Button, Heading, Text } from '@react-email/components'
import type { StaffLinkEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, paragraph } from './style.ts'

const isInvitation = ({ kind }: StaffLinkEmailData) => kind === 'staff_invitation'

export const staffLinkSubject = (email: StaffLinkEmailData) =>
  isInvitation(email)
    ? `Join the staff of ${email.shop.name}`
    : `Set a new password for ${email.shop.name}`

export function StaffLinkEmail({ email }: { email: StaffLinkEmailData }) {
  const { shop, publicUrl, url, role, sender } = email
  const [title, text, label, lifetime] = isInvitation(email)
    ? [
        `Join the staff of ${shop.name}`,
        `${sender} invited you as ${role ?? 'staff'}. Set a password to start.`,
        'Accept invitation',
        '72 hours',
      ]
    : [
        'Set a new password',
        `${sender} sent you this link to set a new password for your staff account.`,
        'Set password',
        '1 hour',
      ]
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={text}>
      <Heading style={heading}>{title}</Heading>
      <Text style={paragraph}>{text}</Text>
      <Button href={url} style={button}>
        {label}
      </Button>
      <Text style={paragraph}>
        This link works once and expires in {lifetime}. If you didn’t expect this email, you can
        ignore it.
      </Text>
    </Layout>
  )
}
