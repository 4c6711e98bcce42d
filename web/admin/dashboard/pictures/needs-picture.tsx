import {
  CalendarX,
  CircleCheck,
  CreditCard,
  Hand,
  type LucideIcon,
  PackageX,
  ReceiptText,
  Scale,
  ShieldAlert,
  Truck,
  Undo2,
} from 'lucide-react'
import { useId } from 'react'
import type { Insights } from '#contract/backoffice.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatCount } from './figures.ts'

type Need = {
  key: keyof Insights['needsAHand']
  name: string
  hint: string
  icon: LucideIcon
  href: string
}

const needs: readonly Need[] = [
  {
    key: 'unscheduled',
    name: 'Not scheduled yet',
    hint: 'Give it a date and a truck',
    icon: CalendarX,
    href: staffPaths.ordersNeeding('unscheduled'),
  },
  {
    key: 'failedDeliveries',
    name: 'Delivery failed',
    hint: 'Try again on another day',
    icon: PackageX,
    href: staffPaths.ordersNeeding('failedDelivery'),
  },
  {
    key: 'failedPayments',
    name: 'Payment failed',
    hint: 'Ask the customer to pay',
    icon: CreditCard,
    href: staffPaths.ordersNeeding('failedPayment'),
  },
  {
    key: 'failedRefunds',
    name: 'Refund failed',
    hint: 'Give it back another way',
    icon: Undo2,
    href: staffPaths.ordersNeeding('failedRefund'),
  },
  {
    key: 'disputed',
    name: 'Payment disputed',
    hint: 'Submit evidence in time',
    icon: Scale,
    href: staffPaths.ordersNeeding('disputed'),
  },
  {
    key: 'fraudWarnings',
    name: 'Fraud warning',
    hint: 'Refund it before it is disputed',
    icon: ShieldAlert,
    href: staffPaths.ordersNeeding('fraudWarning'),
  },
  {
    key: 'withoutTruck',
    name: 'Truck is gone',
    hint: 'Choose another one',
    icon: Truck,
    href: staffPaths.schedulesNeeding('truck'),
  },
  {
    key: 'held',
    name: 'Delivery held, unpaid',
    hint: 'Ask the card again, or release it',
    icon: Hand,
    href: staffPaths.subscriptionsNeeding('held'),
  },
  {
    key: 'uncharged',
    name: 'Brought, not charged',
    hint: 'Charge it, if it shall be paid',
    icon: ReceiptText,
    href: staffPaths.subscriptionsNeeding('uncharged'),
  },
]

/** What does not sort itself out, each a way to the rows behind it. */
export function NeedsPicture({ counts }: { counts: Insights['needsAHand'] }) {
  const id = useId()
  const isCalm = needs.every(({ key }) => !counts[key])
  return (
    <Card aria-labelledby={id} className="flex flex-col gap-4 p-5 sm:p-6 lg:col-span-full">
      <div>
        <h2 id={id} className="text-lg">
          Needs a hand
        </h2>
        <p className="mt-1 flex items-center gap-2 text-muted text-sm">
          {isCalm ? (
            <>
              <CircleCheck aria-hidden className="size-4 text-success" />
              Everything runs by itself right now.
            </>
          ) : (
            'What does not sort itself out.'
          )}
        </p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {needs.map((need) => (
          <NeedTile key={need.key} need={need} count={counts[need.key] ?? 0} />
        ))}
      </ul>
    </Card>
  )
}

function NeedTile({ need, count }: { need: Need; count: number }) {
  const { name, hint, icon: Icon, href } = need
  return (
    <li className="flex">
      <SiteLink
        href={href}
        className={cx(
          'flex flex-1 items-center gap-3 rounded-control border px-4 py-3 transition-colors',
          count
            ? 'border-warning/35 bg-warning-soft hover:border-warning'
            : 'border-line bg-surface-soft hover:border-line-strong',
        )}
      >
        <Icon
          aria-hidden
          className={cx('size-5 shrink-0', count ? 'text-warning' : 'text-muted')}
        />
        <span className="min-w-0 flex-1 text-sm">
          <span className="block font-semibold">{name}</span>
          <span className="block text-muted">{count ? hint : 'None'}</span>
        </span>
        <span
          className={cx(
            'font-extrabold text-2xl tabular-nums',
            count ? 'text-warning' : 'text-muted',
          )}
        >
          {formatCount(count)}
        </span>
      </SiteLink>
    </li>
  )
}
