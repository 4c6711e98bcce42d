import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDollarSign } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import {
  priceChangeSentences,
  priceConsentLabel,
} from '#contract/subscriptions/price-change-texts.ts'
import type { PriceChangeLink } from '#contract/subscriptions/price-changes.ts'
import { failureText, hasCode, hasStatus } from '#web/api/failures.ts'
import { answerPriceChange, priceChangeQuery } from '#web/api/price-changes.ts'
import { paths } from '#web/paths.ts'
import { useRouter, useSearch } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import {
  EmailLinkPage,
  LinkIcon,
  LinkLoading,
  LinkMessage,
  LinkNotLoaded,
} from '../email-link/email-link-page.tsx'

/** The page of an emailed price increase. Opening it agrees to nothing; its buttons do. */
export default function PriceChangePage() {
  const { token = '' } = useRouter().params
  return (
    <EmailLinkPage>
      <PriceChange token={token} />
    </EmailLinkPage>
  )
}

function PriceChange({ token }: { token: string }) {
  const { data: change, error, refetch } = useQuery(priceChangeQuery(token))
  if (change) return <Details change={change} token={token} />
  if (hasStatus(error, 404) || hasStatus(error, 400)) {
    return (
      <LinkMessage title="This link isn't valid" action={accountLink}>
        Part of the link may be missing. Open it from the email again, or log in to see your
        subscriptions.
      </LinkMessage>
    )
  }
  if (error) {
    const title = "We couldn't load this price change"
    return <LinkNotLoaded title={title} error={error} onRetry={() => void refetch()} />
  }
  return <LinkLoading title="Price change" label="Loading price change" />
}

const accountLink = (
  <SiteLink
    href={paths.customerSubscriptions()}
    className={buttonClass('secondary', 'medium', 'mt-2')}
  >
    View in my account
  </SiteLink>
)

type DetailsProps = { change: PriceChangeLink; token: string }

function Details({ change, token }: DetailsProps) {
  const queryClient = useQueryClient()
  const answer = useMutation({
    mutationFn: (value: 'agree' | 'cancel') => answerPriceChange(token, value),
    onSuccess: (result) => queryClient.setQueryData(priceChangeQuery(token).queryKey, result),
  })
  if (answer.isSuccess && answer.variables === 'cancel') {
    return (
      <LinkMessage
        action={accountLink}
        icon={CircleCheck}
        isGood
        title="Your subscription is cancelled"
      >
        We've emailed you the details.
      </LinkMessage>
    )
  }
  if (hasCode(answer.error, 'price_withdrawn')) return <NoLongerApplies />
  switch (change.status) {
    case 'agreed':
      return (
        <LinkMessage
          action={accountLink}
          icon={CircleCheck}
          isGood
          title={`You agreed to $${change.newPrice}`}
        >
          You'll pay the new price of {change.productName} from your delivery on{' '}
          {formatDate(change.firstDate)}.
        </LinkMessage>
      )
    case 'open':
    case 'noticed':
      return <Choices change={change} answer={answer} />
    default:
      return <NoLongerApplies />
  }
}

const NoLongerApplies = () => (
  <LinkMessage
    action={accountLink}
    icon={CircleDollarSign}
    title="This price increase no longer applies"
  >
    There's nothing to answer. Log in to see your current prices.
  </LinkMessage>
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
      <LinkIcon icon={CircleDollarSign} />
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
