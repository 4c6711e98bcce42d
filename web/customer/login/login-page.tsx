import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionQuery } from '#web/api/session.ts'
import { Entrance } from '#web/customer/layout/entrance.tsx'
import { paths } from '#web/paths.ts'
import { useGo } from '#web/shared/use-go.ts'
import { EmailForm } from './email-form.tsx'
import { LinkSent } from './link-sent.tsx'

export default function LoginPage() {
  const [email, setEmail] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { data: session } = useQuery(sessionQuery)
  const go = useGo()
  const isCustomer = session?.user?.role === 'customer'

  useEffect(() => {
    if (isCustomer) go(paths.customerDashboard(), { replace: true })
  }, [isCustomer, go])

  return (
    <Entrance>
      {isSent ? (
        <LinkSent email={email} onAgain={() => setIsSent(false)} />
      ) : (
        <EmailForm
          email={email}
          onSent={(address) => {
            setEmail(address)
            setIsSent(true)
          }}
        />
      )}
    </Entrance>
  )
}
