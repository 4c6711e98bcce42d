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
import { Card } from '#web/ui/card.tsx'
import { FigureTile } from './figure-tile.tsx'

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
    name: 'Unscheduled orders',
    hint: 'Assign a date and truck',
    icon: CalendarX,
    href: staffPaths.ordersNeeding('unscheduled'),
  },
  {
    key: 'failedDeliveries',
    name: 'Failed deliveries',
    hint: 'Reschedule delivery',
    icon: PackageX,
    href: staffPaths.ordersNeeding('failedDelivery'),
  },
  {
    key: 'failedPayments',
    name: 'Failed payments',
    hint: 'Ask the customer to pay',
    icon: CreditCard,
    href: staffPaths.ordersNeeding('failedPayment'),
  },
  {
    key: 'failedRefunds',
    name: 'Failed refunds',
    hint: 'Refund another way',
    icon: Undo2,
    href: staffPaths.ordersNeeding('failedRefund'),
  },
  {
    key: 'disputed',
    name: 'Disputed payments',
    hint: 'Submit evidence in time',
    icon: Scale,
    href: staffPaths.ordersNeeding('disputed'),
  },
  {
    key: 'fraudWarnings',
    name: 'Fraud warnings',
    hint: 'Refund to avoid a dispute',
    icon: ShieldAlert,
    href: staffPaths.ordersNeeding('fraudWarning'),
  },
  {
    key: 'withoutTruck',
    name: 'Truck deleted',
    hint: 'Assign another truck',
    icon: Truck,
    href: staffPaths.schedulesNeeding('truck'),
  },
  {
    key: 'held',
    name: 'On hold, unpaid',
    hint: 'Retry the card or release delivery',
    icon: Hand,
    href: staffPaths.subscriptionsNeeding('held'),
  },
  {
    key: 'uncharged',
    name: 'Delivered, not charged',
    hint: 'Review and charge if needed',
    icon: ReceiptText,
    href: staffPaths.subscriptionsNeeding('uncharged'),
  },
]

/** What staff must act on, each a way to the rows behind it: open work first, the rest in one line. */
export function NeedsPicture({ counts }: { counts: Insights['needsAHand'] }) {
  const id = useId()
  const countOf = ({ key }: Need) => counts[key] ?? 0
  const open = needs.filter((need) => countOf(need) > 0)
  const clear = needs.filter((need) => countOf(need) === 0)
  return (
    <Card aria-labelledby={id} className="flex flex-col gap-3 p-5 sm:p-6 lg:col-span-full">
      <div>
        <h2 id={id} className="text-lg">
          Needs attention
        </h2>
        <p className="mt-1 flex items-center gap-2 text-muted text-sm">
          {open.length ? (
            'Select an item to review and fix it.'
          ) : (
            <>
              <CircleCheck aria-hidden className="size-4 text-success" />
              You're all caught up.
            </>
          )}
        </p>
      </div>
      <Tiles needs={open} countOf={countOf} />
      <Tiles needs={clear} countOf={countOf} />
    </Card>
  )
}

type TilesProps = { needs: readonly Need[]; countOf: (need: Need) => number }

function Tiles({ needs, countOf }: TilesProps) {
  if (!needs.length) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {needs.map((need) => (
        <FigureTile
          key={need.key}
          count={countOf(need)}
          name={need.name}
          hint={need.hint}
          href={need.href}
          icon={need.icon}
        />
      ))}
    </ul>
  )
}
