import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDollarSign, type LucideIcon, Unlink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import {
  priceChangeSentences,
  priceConsentLabel,
} from '#contract/subscriptions/price-change-texts.ts'
import type { PriceChangeLink } from '#contract/subscriptions/price-changes.ts'
import { failureText, hasCode, hasStatus } from '#web/api/failures.ts'
import { answerPriceChange, priceChangeQuery } from '#web/api/price-changes.ts'
import { paths } from '#web/paths.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { useRouter, useSearch } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The page of an emailed price increase. Opening it agrees to nothing; its buttons do. */
export default function PriceChangePage() {
  const { token = '' } = useRouter().params
  return (
    <PageShell mainClassName="grid place-items-center bg-linear-to-b from-surface-soft to-surface px-4 py-10 sm:py-16">
      <Card className="w-full max-w-lg p-6 sm:p-9">
        <div aria-live="polite" className="flex flex-col items-center gap-4 text-center">
          <PriceChange token={token} />
        </div>
      </Card>
    </PageShell>
  )
}

function PriceChange({ token }: { token: string }) {
  const { data: change, error, refetch } = useQuery(priceChangeQuery(token))
  if (change) return <Details change={change} token={token} />
  if (hasStatus(error, 404) || hasStatus(error, 400)) {
    return (
      <Message icon={Unlink} title="This link isn't valid">
        Part of the link may be missing. Open it from the email again, or log in to see your
        subscriptions.
      </Message>
    )
  }
  if (error) {
    return (
      <>
        <StatusIcon icon={Unlink} />
        <h1 className="text-3xl">We couldn't load this price change</h1>
        <p className="text-muted">
          {failureText(error, "We couldn't reach the server. Nothing was changed.")}
        </p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </>
    )
  }
  return (
    <div className="grid min-h-56 place-items-center">
      <h1 className="sr-only">Price change</h1>
      <Spinner label="Loading price change" showLabel />
    </div>
  )
}

type DetailsProps = { change: PriceChangeLink; token: string }

function Details({ change, token }: DetailsProps) {
  const queryClient = useQueryClient()
  const answer = useMutation({
    mutationFn: (value: 'agree' | 'cancel') => answerPriceChange(token, value),
    onSuccess: (result) => queryClient.setQueryData(priceChangeQuery(token).queryKey, result),
  })
  if (answer.isSuccess && answer.variables === 'cancel') {
    return (
      <Message icon={CircleCheck} isGood title="Your subscription is cancelled">
        We've emailed you the details.
      </Message>
    )
  }
  if (hasCode(answer.error, 'price_withdrawn')) return <NoLongerApplies />
  switch (change.status) {
    case 'agreed':
      return (
        <Message icon={CircleCheck} isGood title={`You agreed to $${change.newPrice}`}>
          You'll pay the new price of {change.productName} from your delivery on{' '}
          {formatDate(change.firstDate)}.
        </Message>
      )
    case 'open':
    case 'noticed':
      return <Choices change={change} answer={answer} />
    default:
      return <NoLongerApplies />
  }
}

const NoLongerApplies = () => (
  <Message icon={CircleDollarSign} title="This price increase no longer applies">
    There's nothing to answer. Log in to see your current prices.
  </Message>
)

type ChoicesProps = {
  change: PriceChangeLink
  answer: {
    mutate: (value: 'agree' | 'cancel') => void
    isPending: boolean
    error: unknown
  }
}

function Choices({ change, answer }: ChoicesProps) {
  const [isCancelling, setIsCancelling] = useState(false)
  // The second link of the email leads to the way out first.
  const isChange = new URLSearchParams(useSearch()).has('change')
  const { orderNumber, productName, subscriptionId, status } = change
  const agreeButton =
    status === 'open' ? (
      <Button
        size="large"
        variant={isChange ? 'secondary' : 'primary'}
        disabled={answer.isPending}
        onClick={() => answer.mutate('agree')}
      >
        {answer.isPending ? 'Saving...' : priceConsentLabel(change)}
      </Button>
    ) : null
  return (
    <>
      <StatusIcon icon={CircleDollarSign} />
      <p className="text-muted text-sm">Subscription #{orderNumber}</p>
      <h1 className="text-balance text-2xl sm:text-3xl">New price for {productName}</h1>
      {priceChangeSentences(change).map((sentence) => (
        <p key={sentence} className="text-balance">
          {sentence}
        </p>
      ))}
      {answer.error ? (
        <Alert tone="danger" urgent className="w-full text-left">
          {failureText(answer.error, "We couldn't save your answer. Try again.")}
        </Alert>
      ) : null}
      <div className="mt-2 flex w-full flex-col gap-3 sm:w-auto">
        {isChange ? null : agreeButton}
        <SiteLink
          href={`${paths.customerSubscriptions()}?change=${subscriptionId}`}
          className={buttonClass(isChange ? 'primary' : 'secondary')}
        >
          Change products
        </SiteLink>
        <Button variant="dangerSubtle" onClick={() => setIsCancelling(true)}>
          Cancel Subscription
        </Button>
        {isChange ? agreeButton : null}
      </div>
      <ConfirmDialog
        open={isCancelling}
        onOpenChange={setIsCancelling}
        title="Cancel Subscription?"
        dismissLabel="Keep Subscription"
        confirmLabel="Yes, Cancel Subscription"
        isBusy={answer.isPending}
        onConfirm={() => {
          setIsCancelling(false)
          answer.mutate('cancel')
        }}
      >
        <p>
          We'll cancel your deliveries. If one is already past its change deadline, we'll still make
          and charge for it.
        </p>
        <p>This action cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}

type MessageProps = { icon: LucideIcon; title: string; isGood?: boolean; children: ReactNode }

function Message({ icon, title, isGood = false, children }: MessageProps) {
  return (
    <>
      <StatusIcon icon={icon} isGood={isGood} />
      <h1 className="text-balance text-2xl sm:text-3xl">{title}</h1>
      <p className="text-balance text-muted">{children}</p>
      <SiteLink
        href={paths.customerSubscriptions()}
        className={buttonClass('secondary', 'medium', 'mt-2')}
      >
        View in my account
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
