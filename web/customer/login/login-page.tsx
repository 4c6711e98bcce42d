import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionQuery } from '#web/api/session.ts'
import { AuthLayout } from '#web/customer/layout/auth-layout.tsx'
import { readDestination } from '#web/customer/layout/destination.ts'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { EmailForm } from './email-form.tsx'
import { LinkSent } from './link-sent.tsx'

export default function LoginPage() {
  const [email, setEmail] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { data: session } = useQuery(sessionQuery)
  const go = useAppNavigate()
  const isCustomer = session?.user?.role === 'customer'

  useEffect(() => {
    if (isCustomer) go(readDestination(), { replace: true })
  }, [isCustomer, go])

  return (
    <AuthLayout>
      {isSent ? (
        <LinkSent email={email} onResend={() => setIsSent(false)} />
      ) : (
        <EmailForm
          email={email}
          onSent={(sentTo) => {
            setEmail(sentTo)
            setIsSent(true)
          }}
        />
      )}
    </AuthLayout>
  )
}
