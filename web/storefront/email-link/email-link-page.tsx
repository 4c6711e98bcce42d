import { type LucideIcon, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText } from '#web/api/failures.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The page of a link in an email. Opening it changes nothing; its buttons do. */
export function EmailLinkPage({ children }: { children: ReactNode }) {
  return (
    <PageShell mainClassName="grid place-items-center bg-linear-to-b from-surface-soft to-surface px-4 py-10 sm:py-16">
      <Card className="w-full max-w-lg p-6 sm:p-9">
        <div aria-live="polite" className="flex flex-col items-center gap-4 text-center">
          {children}
        </div>
      </Card>
    </PageShell>
  )
}

type LinkMessageProps = {
  icon?: LucideIcon
  isGood?: boolean
  title: string
  children: ReactNode
  /** The way on. */
  action: ReactNode
}

export function LinkMessage({ icon = Unlink, isGood, title, children, action }: LinkMessageProps) {
  return (
    <>
      <LinkIcon icon={icon} isGood={isGood} />
      <h1 className="text-balance text-2xl sm:text-3xl">{title}</h1>
      <p className="text-balance text-muted">{children}</p>
      {action}
    </>
  )
}

type LinkNotLoadedProps = { title: string; error: unknown; onRetry: () => void }

export function LinkNotLoaded({ title, error, onRetry }: LinkNotLoadedProps) {
  return (
    <LinkMessage title={title} action={<Button onClick={onRetry}>Try again</Button>}>
      {failureText(error, "We couldn't reach the server. Nothing was changed.")}
    </LinkMessage>
  )
}

export function LinkLoading({ title, label }: { title: string; label: string }) {
  return (
    <div className="grid min-h-56 place-items-center">
      <h1 className="sr-only">{title}</h1>
      <Spinner label={label} showLabel />
    </div>
  )
}

type LinkIconProps = { icon: LucideIcon; isGood?: boolean | undefined }

export function LinkIcon({ icon: Icon, isGood = false }: LinkIconProps) {
  return (
    <span
      aria-hidden
      className={`grid size-16 place-items-center rounded-full ${
        isGood ? 'bg-success-soft text-success' : 'bg-action-soft text-action'
      }`}
    >
      <Icon className="size-8" />
    </span>
  )
}
