import { useQuery } from '@tanstack/react-query'
import {
  type PriceIncrease,
  type PriceIncreaseSubscriber,
  REMIND_AFTER_DAYS,
} from '#contract/staff/price-increases.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { priceIncreasesQuery, remindPriceIncrease } from '#web/api/staff/price-increases.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type SectionProps = { productId: string; canWrite: boolean }

/** Rule 32: the answers of subscribers to the product's price increases. */
export function PriceIncreasesSection({ productId, canWrite }: SectionProps) {
  const { data, error, refetch } = useQuery(priceIncreasesQuery(productId))
  return (
    <PanelSection title="Price increases for subscribers">
      {data?.map((increase) => (
        <Increase
          key={increase.priceId}
          productId={productId}
          increase={increase}
          canWrite={canWrite}
        />
      ))}
      {data?.length === 0 ? (
        <p className="text-muted text-sm">
          All subscribers pay the list price. If you raise it, we'll email them 14 to 30 days before
          it applies to them.
        </p>
      ) : null}
      {!data && error ? (
        <Alert
          tone="danger"
          title="Failed to load price increases"
          action={
            <Button variant="secondary" size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : null}
      {data || error ? null : <Skeleton className="h-16" />}
    </PanelSection>
  )
}

type IncreaseProps = SectionProps & { increase: PriceIncrease }

function Increase({ productId, increase, canWrite }: IncreaseProps) {
  const { price, validFrom, total, agreed, noticed, waiting, canRemind, subscribers } = increase
  const { mutate, isPending } = useSave({
    save: () => remindPriceIncrease(productId, increase.priceId),
    onDone: () => undefined,
    successMessage: 'Reminders sent',
    errorMessage: 'Failed to send reminders',
  })
  const later = total - agreed - noticed - waiting
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div>
          <p className="font-semibold">
            {formatPrice(price)} from {formatDay(validFrom)}: {agreed} of {total} agreed
          </p>
          <p className="text-muted text-sm">{summary({ waiting, noticed, later })}</p>
        </div>
        {canWrite && waiting > 0 ? (
          <Button
            variant="secondary"
            size="small"
            disabled={isPending || canRemind === 0}
            onClick={() => mutate(undefined)}
          >
            {isPending ? 'Sending...' : `Remind ${canRemind || waiting}`}
          </Button>
        ) : null}
      </div>
      {waiting > 0 && canRemind === 0 ? (
        <p className="text-muted text-sm">
          You can remind a subscriber {REMIND_AFTER_DAYS} days after the last email.
        </p>
      ) : null}
      <ul aria-label={`Answers to ${formatPrice(price)}`} className="flex flex-col gap-3 text-sm">
        {subscribers.map((subscriber) => (
          <Subscriber key={subscriber.subscriptionId} subscriber={subscriber} newPrice={price} />
        ))}
      </ul>
      {total > subscribers.length ? (
        <p className="text-muted text-sm">
          The first {subscribers.length} of {total} subscriptions.
        </p>
      ) : null}
    </div>
  )
}

function summary({ waiting, noticed, later }: { waiting: number; noticed: number; later: number }) {
  const parts = [
    waiting > 0 ? `${waiting} not answered, old price stays` : '',
    noticed > 0 ? `${noticed} notified` : '',
    later > 0 ? `${later} to be emailed closer to the date` : '',
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(' · ')}.` : 'Everyone has agreed.'
}

/** The answer of the subscriber, and the price that applies. */
function statusText(subscriber: PriceIncreaseSubscriber, newPrice: string): string {
  const { status, oldPrice, firstDate, askedAt, answeredAt } = subscriber
  const on = (at: string | null) => (at ? ` ${formatDay(at)}` : '')
  const paysNew = `${formatPrice(newPrice)}${firstDate ? ` from ${formatDay(firstDate)}` : ''}`
  switch (status) {
    case 'agreed':
      return `Agreed${on(answeredAt ?? askedAt)} · ${paysNew}`
    case 'noticed':
      return `Notified${on(askedAt)} · ${paysNew}`
    case 'waiting':
      return `Asked${on(askedAt)}, not answered · keeps ${formatPrice(oldPrice)}`
    default:
      return `Not emailed yet · pays ${formatPrice(oldPrice)}`
  }
}

type SubscriberProps = { subscriber: PriceIncreaseSubscriber; newPrice: string }

function Subscriber({ subscriber, newPrice }: SubscriberProps) {
  return (
    <li>
      <SiteLink
        href={staffPaths.subscription(subscriber.subscriptionId)}
        className="wrap-anywhere font-semibold text-action-strong underline-offset-2 hover:underline"
      >
        {subscriber.customerName || 'Subscription'}
      </SiteLink>
      <p className="text-muted">{statusText(subscriber, newPrice)}</p>
    </li>
  )
}
