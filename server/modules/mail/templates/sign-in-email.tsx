import { Button, Heading, Text } from '@react-email/components'
import type { SignInEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, mutedBelowButton, paragraph, surface } from './style.ts'

export const signInSubject = ({ shop, code }: SignInEmailData) =>
  `${code} is your ${shop.name} login code`

export function SignInEmail({ email }: { email: SignInEmailData }) {
  const { shop, publicUrl, url, code } = email
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={`Log in to ${shop.name}`}>
      <Heading style={heading}>Log in to {shop.name}</Heading>
      <Text style={paragraph}>
        Log in to see your orders, invoices and subscriptions. This link works once and expires in 1
        hour.
      </Text>
      <Button href={url} style={button}>
        Log in
      </Button>
      <Text style={codeIntro}>Or enter this code in the browser where you requested it:</Text>
      <Text style={codeBox}>{code}</Text>
      <Text style={mutedBelowButton}>
        Didn’t request this? You can ignore this email. No one can log in without it.
      </Text>
    </Layout>
  )
}

const codeIntro = { ...paragraph, margin: '24px 0 8px' }
const codeBox = {
  backgroundColor: surface,
  borderRadius: '10px',
  fontSize: '28px',
  fontWeight: 700,
  letterSpacing: '6px',
  margin: 0,
  padding: '14px 20px',
}
