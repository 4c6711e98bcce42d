import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CodeForm } from './code-form.tsx'

type LinkSentProps = { email: string; onResend: () => void }

export function LinkSent({ email, onResend }: LinkSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // The focused form was removed. Focusing the heading makes screen readers announce it.
  useEffect(() => heading.current?.focus(), [])

  return (
    <>
      <span
        aria-hidden
        className="grid size-14 place-items-center rounded-full bg-aqua-soft text-aqua-ink"
      >
        <MailCheck className="size-7" />
      </span>
      <div className="flex flex-col gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          Check your email
        </h1>
        <p className="wrap-anywhere text-muted">
          We sent a login link to <strong className="text-ink">{email}</strong>.
        </p>
        <p className="text-muted">
          The link expires in 1 hour. You can use it once, on any device.
        </p>
      </div>
      <CodeForm />
      <Button variant="secondary" onClick={onResend}>
        Send another link
      </Button>
    </>
  )
}
