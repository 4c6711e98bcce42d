import { KeyRound, Unlink } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { paths } from '#web/paths.ts'
import { navigate } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { LoginCard } from './login-card.tsx'
import { SetPasswordForm } from './set-password-form.tsx'

/** Opened from the email of an invitation or a password reset. */
export default function SetPasswordPage() {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '')

  // Removes the token from the URL, so that it is not in the history or in referrers (A3).
  useLayoutEffect(() => {
    if (window.location.search) {
      navigate(window.location.pathname, { replace: true, state: window.history.state })
    }
  }, [])

  if (!token) {
    return (
      <LoginCard icon={Unlink} title="Invalid Link" text="Open the link from your email again.">
        <SiteLink href={paths.adminLogin()} className={buttonClass('secondary')}>
          Back to Login
        </SiteLink>
      </LoginCard>
    )
  }
  return (
    <LoginCard
      icon={KeyRound}
      title="Set your password"
      text="Enter the email address that received the link."
    >
      <SetPasswordForm token={token} />
    </LoginCard>
  )
}
