import { CalendarPlus, Copy } from 'lucide-react'
import { useId } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Delivery, Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatPrice } from '#web/shared/money.ts'
import type { BadgeStyle } from '#web/shared/status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

type DeliveryCalendarProps = {
  subscription: Subscription
  onRestore: (cycle: number) => void
}

/** The next six dates, with skipped ones struck through, and a calendar feed of them. */
export function DeliveryCalendar({ subscription, onRestore }: DeliveryCalendarProps) {
  const headingId = useId()
  const { calendar } = subscription
  if (calendar.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <h3 id={headingId} className="font-semibold text-muted text-sm tracking-normal">
        Coming up
      </h3>
      <ol aria-labelledby={headingId} className="grid gap-x-6 @md:grid-cols-2">
        {calendar.map((delivery) => (
          <Day
            key={delivery.cycle}
            delivery={delivery}
            isPlanned={subscription.status !== 'cancelled'}
            onRestore={() => onRestore(delivery.cycle)}
          />
        ))}
      </ol>
      <Feed url={subscription.calendarUrl} />
    </section>
  )
}

type DayProps = { delivery: Delivery; isPlanned: boolean; onRestore: () => void }

function Day({ delivery, isPlanned, onRestore }: DayProps) {
  const { date, status, total, isMoved, oneTimeItems, leftOut, isEditable, reason } = delivery
  const isSkippedOrVoid = status === 'skipped' || status === 'void'
  const [month = '', day = ''] = formatDate(date, 'short').split(/[ ,]/)
  return (
    <li className="flex min-h-14 items-center gap-3 border-line border-b py-2">
      <span
        aria-hidden
        className="grid w-11 shrink-0 rounded-lg border border-line bg-surface py-1 text-center leading-tight"
      >
        <span
          className={cx(
            'font-semibold text-[0.6875rem] uppercase',
            isSkippedOrVoid ? 'text-muted' : 'text-action',
          )}
        >
          {month}
        </span>
        <span
          className={cx('font-bold tabular-nums', isSkippedOrVoid && 'text-muted line-through')}
        >
          {day}
        </span>
      </span>
      <span className="min-w-0 flex-1 text-sm">
        {isSkippedOrVoid ? (
          <s className="text-muted">
            <time dateTime={date}>{formatDate(date)}</time>
          </s>
        ) : (
          <time dateTime={date} className="font-semibold">
            {formatDate(date)}
          </time>
        )}
        <span className="flex flex-wrap items-center gap-1.5 text-muted tabular-nums">
          {isSkippedOrVoid ? skipLabel(reason) : formatPrice(total)}
          {statusBadges[status] ? (
            <Badge tone={statusBadges[status][1]}>{statusBadges[status][0]}</Badge>
          ) : null}
          {isMoved && !isSkippedOrVoid ? <Badge>Rescheduled</Badge> : null}
          {leftOut.length > 0 && !isSkippedOrVoid ? (
            <Badge tone="warning">Item unavailable</Badge>
          ) : null}
          {oneTimeItems.length > 0 && !isSkippedOrVoid ? (
            <Badge tone="aqua">Extra items</Badge>
          ) : null}
        </span>
      </span>
      {status === 'skipped' && isEditable && isPlanned && reason !== 'paused' ? (
        <Button variant="ghost" size="small" onClick={onRestore} className="text-action-strong">
          <span>
            Restore<span className="max-sm:sr-only"> delivery</span>
            <span className="sr-only"> on {formatDate(date)}</span>
          </span>
        </Button>
      ) : null}
    </li>
  )
}

const statusBadges: Partial<Record<Delivery['status'], BadgeStyle>> = {
  paid: ['Paid', 'success'],
  unpaid: ['Unpaid', 'warning'],
  failed: ['Unpaid', 'danger'],
}

const reasons: Record<string, string> = {
  paused: 'Skipped: paused',
  staff: 'Skipped by the shop',
  unpaid_before: 'Skipped: an earlier delivery is unpaid',
  missed: "Skipped: we couldn't deliver",
  product_unavailable: 'Skipped: no item was available',
  closed_date: "Skipped: we're closed, and your previous delivery moved to this day",
  same_day: 'Skipped: your previous delivery is on the same day',
}

const skipLabel = (reason: string | null) => reasons[reason ?? ''] ?? 'Skipped'

function Feed({ url }: { url: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast({
        title: 'Calendar link copied',
        description: 'Paste it into your calendar app to subscribe.',
      })
    } catch {
      toast({ title: 'Copy this link', description: url })
    }
  }
  return (
    <p className="flex flex-wrap items-center gap-x-1 gap-y-2">
      <a
        href={url.replace(/^https?:/, 'webcal:')}
        className={buttonClass('ghost', 'small', '-ml-3 text-action-strong')}
      >
        <CalendarPlus aria-hidden className="size-4" />
        Add to my calendar
      </a>
      <Button
        variant="ghost"
        size="small"
        className="text-action-strong"
        onClick={() => void copy()}
      >
        <Copy aria-hidden className="size-4" />
        Copy link
      </Button>
    </p>
  )
}
