import { CircleCheck, CircleX, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { AuthLayout } from '#web/customer/layout/auth-layout.tsx'
import { paths } from '#web/paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useVerification } from './use-verification.ts'

export default function VerifyPage() {
  const { state, message } = useVerification()
  return (
    <AuthLayout>
      <div
        aria-live="polite"
        className="flex min-h-56 flex-col items-center justify-center gap-4 text-center"
      >
        {state === 'pending' ? (
          <>
            <Spinner label="Verifying your link" />
            <h1 className="text-3xl">Verifying...</h1>
          </>
        ) : null}
        {state === 'no-token' ? (
          <VerificationError
            icon={<Unlink className="size-8" />}
            title="Invalid Link"
            text="No verification token found in the URL."
          />
        ) : null}
        {state === 'failed' ? (
          <VerificationError
            icon={<CircleX className="size-8" />}
            title="Verification Failed"
            text={message}
          />
        ) : null}
        {state === 'done' ? (
          <>
            <span
              aria-hidden
              className="grid size-16 place-items-center rounded-full bg-success-soft text-success"
            >
              <CircleCheck className="size-8" />
            </span>
            <h1 className="text-3xl">Login Successful</h1>
            <p className="text-muted">Redirecting to your dashboard...</p>
          </>
        ) : null}
      </div>
    </AuthLayout>
  )
}

function VerificationError({
  icon,
  title,
  text,
}: {
  icon: ReactNode
  title: string
  text: string
}) {
  return (
    <>
      <span
        aria-hidden
        className="grid size-16 place-items-center rounded-full bg-danger-soft text-danger"
      >
        {icon}
      </span>
      <h1 className="text-3xl">{title}</h1>
      <p className="wrap-anywhere text-muted">{text}</p>
      <SiteLink href={paths.customerLogin()} className={buttonClass('primary', 'medium', 'mt-2')}>
        Back to Login
      </SiteLink>
    </>
  )
}
