import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CircleCheck, type LucideIcon, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OneTap } from '#contract/subscriptions/subscriptions.ts'
import { failureText, hasCode, hasStatus } from '#web/api/failures.ts'
import { applyOneTap, oneTapQuery } from '#web/api/subscriptions.ts'
import { paths } from '#web/paths.ts'
import { formatDateTimeWithZone } from '#web/shared/instant.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { useRouter } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The page of a reminder link. It describes the change, and one button applies it. */
export default function OneTapPage() {
  const { token = '' } = useRouter().params
  return (
    <PageShell mainClassName="grid place-items-center bg-linear-to-b from-surface-soft to-surface px-4 py-10 sm:py-16">
      <Card className="w-full max-w-lg p-6 sm:p-9">
        <div aria-live="polite" className="flex flex-col items-center gap-4 text-center">
          <OneTapLink token={token} />
        </div>
      </Card>
    </PageShell>
  )
}

function OneTapLink({ token }: { token: string }) {
  const { data: tap, error, refetch } = useQuery(oneTapQuery(token))
  if (tap) return <OneTapDetails tap={tap} token={token} />
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid min-h-56 place-items-center">
      <h1 className="sr-only">Your delivery</h1>
      <Spinner label="Loading your delivery" showLabel />
    </div>
  )
}

function OneTapDetails({ tap, token }: { tap: OneTap; token: string }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => applyOneTap(token),
    onSuccess: (result) => queryClient.setQueryData(oneTapQuery(token).queryKey, result),
  })
  // An expired link shows only the error.
  if (hasCode(error, 'link_expired') || hasStatus(error, 404)) {
    return <Problem error={error} onRetry={() => mutate()} />
  }
  return (
    <>
      <StatusIcon icon={tap.isDone ? CircleCheck : CalendarClock} isGood={tap.isDone} />
      <p className="text-muted text-sm">Subscription #{tap.orderNumber}</p>
      <h1 className="text-balance text-2xl sm:text-3xl">{tap.title}</h1>
      {tap.isDone ? (
        <p className="font-semibold text-success">
          {isSuccess ? 'All set.' : "You've already made this change."}
        </p>
      ) : null}
      <p className="text-balance text-lg">{tap.effect}</p>
      <p className="text-muted text-sm">
        Make changes by {formatDateTimeWithZone(tap.changeUntil)}
      </p>
      {error ? (
        <Alert tone="danger" urgent className="w-full text-left">
          {failureText(error, "We couldn't make this change. Try again.")}
        </Alert>
      ) : null}
      <div className="mt-2 flex w-full flex-col gap-3 sm:w-auto">
        {tap.isDone ? null : (
          <Button size="large" disabled={isPending} onClick={() => mutate()}>
            {isPending ? 'Saving...' : buttonLabels[tap.change]}
          </Button>
        )}
        <SiteLink href={paths.customerSubscriptions()} className={buttonClass('secondary')}>
          {tap.isDone ? 'View in my account' : 'Make a different change'}
        </SiteLink>
      </div>
    </>
  )
}

const buttonLabels: Record<OneTap['change'], string> = {
  skip: 'Skip this delivery',
  change: 'Change quantity',
  pause: 'Pause my deliveries',
}

function Problem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (hasCode(error, 'link_expired')) {
    return (
      <LinkExpired title="This link has expired">
        {failureText(error, '')} Log in to see your upcoming deliveries.
      </LinkExpired>
    )
  }
  if (hasStatus(error, 404) || hasStatus(error, 400)) {
    return (
      <LinkExpired title="This link isn't valid">
        Part of the link may be missing. Open it from the email again, or log in to change your
        delivery.
      </LinkExpired>
    )
  }
  return (
    <>
      <StatusIcon icon={Unlink} />
      <h1 className="text-3xl">We couldn't load your delivery</h1>
      <p className="text-muted">
        {failureText(error, "We couldn't reach the server. Nothing was changed.")}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </>
  )
}

function LinkExpired({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <StatusIcon icon={Unlink} />
      <h1 className="text-3xl">{title}</h1>
      <p className="text-balance text-muted">{children}</p>
      <SiteLink href={paths.customerLogin()} className={buttonClass('primary', 'medium', 'mt-2')}>
        Log in
      </SiteLink>
    </>
  )
}

function StatusIcon({ icon: Icon, isGood = false }: { icon: LucideIcon; isGood?: boolean }) {
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
