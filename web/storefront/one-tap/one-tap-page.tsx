import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CircleCheck } from 'lucide-react'
import type { OneTap } from '#contract/subscriptions/subscriptions.ts'
import { failureText, hasCode, hasStatus } from '#web/api/failures.ts'
import { applyOneTap, oneTapQuery } from '#web/api/subscriptions.ts'
import { paths } from '#web/paths.ts'
import { formatDateTimeWithZone } from '#web/shared/instant.ts'
import { useRouter } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import {
  EmailLinkPage,
  LinkIcon,
  LinkLoading,
  LinkMessage,
  LinkNotLoaded,
} from '../email-link/email-link-page.tsx'

/** The page of a reminder link. It describes the change, and one button applies it. */
export default function OneTapPage() {
  const { token = '' } = useRouter().params
  return (
    <EmailLinkPage>
      <OneTapLink token={token} />
    </EmailLinkPage>
  )
}

function OneTapLink({ token }: { token: string }) {
  const { data: tap, error, refetch } = useQuery(oneTapQuery(token))
  if (tap) return <OneTapDetails tap={tap} token={token} />
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return <LinkLoading title="Your delivery" label="Loading your delivery" />
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
      <LinkIcon icon={tap.isDone ? CircleCheck : CalendarClock} isGood={tap.isDone} />
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

const loginLink = (
  <SiteLink href={paths.customerLogin()} className={buttonClass('primary', 'medium', 'mt-2')}>
    Log in
  </SiteLink>
)

function Problem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (hasCode(error, 'link_expired')) {
    return (
      <LinkMessage title="This link has expired" action={loginLink}>
        {failureText(error, '')} Log in to see your upcoming deliveries.
      </LinkMessage>
    )
  }
  if (hasStatus(error, 404) || hasStatus(error, 400)) {
    return (
      <LinkMessage title="This link isn't valid" action={loginLink}>
        Part of the link may be missing. Open it from the email again, or log in to change your
        delivery.
      </LinkMessage>
    )
  }
  return <LinkNotLoaded title="We couldn't load your delivery" error={error} onRetry={onRetry} />
}
