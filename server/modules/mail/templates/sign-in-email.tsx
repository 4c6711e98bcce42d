import { Button, Heading, Text } from '@react-email/components'
import type { SignInEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, muted, paragraph, surface } from './style.ts'

export const signInSubject = ({ shop, code }: SignInEmailData) =>
  `${code} is your ${shop.name} sign-in code`

export function SignInEmail({ letter }: { letter: SignInEmailData }) {
  const { shop, publicUrl, url, code } = letter
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={`Sign in to ${shop.name}`}>
      <Heading as="h1" style={heading}>
        Sign in to {shop.name}
      </Heading>
      <Text style={paragraph}>
        EmailButton the button to see your orders, invoices and subscriptions. The link works once
        and expires in 1 hour.
      </Text>
      <Button href={url} style={button}>
        Sign in
      </Button>
      <Text style={{ ...paragraph, margin: '24px 0 8px' }}>
        Or enter this code in the browser where you asked for it:
      </Text>
      <Text style={codeBox}>{code}</Text>
      <Text style={{ ...paragraph, color: muted, margin: '16px 0 0' }}>
        You did not ask for this? Then nothing happens; nobody can sign in without this mail.
      </Text>
    </Layout>
  )
}

const codeBox = {
  backgroundColor: surface,
  borderRadius: '10px',
  fontSize: '28px',
  fontWeight: 700,
  letterSpacing: '6px',
  margin: 0,
  padding: '14px 20px',
}
