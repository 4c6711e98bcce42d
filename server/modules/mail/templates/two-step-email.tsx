import { Button, Heading, Text } from '@react-email/components'
import type { TwoStepEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, paragraph } from './style.ts'

const twoStepState = ({ kind }: TwoStepEmailData) => (kind === 'staff_two_step_on' ? 'on' : 'off')

export const twoStepSubject = (email: TwoStepEmailData) =>
  `Two-step verification is ${twoStepState(email)} for ${email.shop.name}`

export function TwoStepEmail({ email }: { email: TwoStepEmailData }) {
  const { shop, publicUrl, accountUrl } = email
  const state = twoStepState(email)
  const text =
    state === 'on'
      ? 'Two-step verification was turned on for your staff account. You’ll need a code from your authenticator app to log in.'
      : 'Two-step verification was turned off for your staff account. You can log in with your password alone until you set it up again.'
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={text}>
      <Heading style={heading}>Two-step verification is {state}</Heading>
      <Text style={paragraph}>{text}</Text>
      <Text style={paragraph}>
        If you didn’t expect this, change your password and tell an owner of the shop.
      </Text>
      <Button href={accountUrl} style={button}>
        Go to your account
      </Button>
    </Layout>
  )
}
