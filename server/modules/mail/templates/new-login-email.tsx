import { Button, Heading, Text } from '@react-email/components'
import type { NewLoginEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { button, heading, paragraph } from './style.ts'

export const newLoginSubject = ({ shop, isStaff }: NewLoginEmailData) =>
  `New login to your ${shop.name} ${isStaff ? 'staff ' : ''}account`

export function NewLoginEmail({ email }: { email: NewLoginEmailData }) {
  const { shop, publicUrl, browser, at, accountUrl, isStaff } = email
  const whatToDo = isStaff
    ? 'log in, change your password, end the other sessions and tell an owner of the shop'
    : `log in, select “Log out of all devices” and call us at ${shop.phone}`
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={`${browser}, ${at}`}>
      <Heading style={heading}>New login to your account</Heading>
      <Text style={paragraph}>
        Someone logged in from a new browser: {browser}, {at}.
      </Text>
      <Text style={paragraph}>
        If this was you, you don’t need to do anything. If it wasn’t, {whatToDo}.
      </Text>
      <Button href={accountUrl} style={button}>
        Go to your account
      </Button>
    </Layout>
  )
}
