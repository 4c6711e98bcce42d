import {
  CalendarX,
  CircleCheck,
  CreditCard,
  FileClock,
  FileText,
  Hand,
  type LucideIcon,
  MessageSquareWarning,
  PackageX,
  ReceiptText,
  Scale,
  ShieldAlert,
  Truck,
  Undo2,
} from 'lucide-react'
import { useId } from 'react'
import type { Insights } from '#contract/staff/insights.ts'
import { COUNT_LIMIT } from '#contract/staff/listing.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { Card } from '#web/ui/card.tsx'
import { MetricTile } from './metric-tile.tsx'

type AttentionItem = {
  key: keyof Insights['needsAttention']
  name: string
  hint: string
  icon: LucideIcon
  href: string
}

const attentionItems: readonly AttentionItem[] = [
  {
    key: 'unscheduled',
    name: 'Unscheduled orders',
    hint: 'Assign a date and truck',
    icon: CalendarX,
    href: staffPaths.ordersNeedingAttention('unscheduled'),
  },
  {
    key: 'failedDeliveries',
    name: 'Failed deliveries',
    hint: 'Reschedule delivery',
    icon: PackageX,
    href: staffPaths.ordersNeedingAttention('failedDelivery'),
  },
  {
    key: 'failedPayments',
    name: 'Failed payments',
    hint: 'Ask the customer to pay',
    icon: CreditCard,
    href: staffPaths.ordersNeedingAttention('failedPayment'),
  },
  {
    key: 'failedRefunds',
    name: 'Failed refunds',
    hint: 'Refund another way',
    icon: Undo2,
    href: staffPaths.ordersNeedingAttention('failedRefund'),
  },
  {
    key: 'disputed',
    name: 'Disputed payments',
    hint: 'Submit evidence in time',
    icon: Scale,
    href: staffPaths.ordersNeedingAttention('disputed'),
  },
  {
    key: 'fraudWarnings',
    name: 'Fraud warnings',
    hint: 'Refund to avoid a dispute',
    icon: ShieldAlert,
    href: staffPaths.ordersNeedingAttention('fraudWarning'),
  },
  {
    key: 'overdueInvoices',
    name: 'Overdue invoices',
    hint: 'Ask the customer to pay',
    icon: FileClock,
    href: staffPaths.ordersNeedingAttention('overdueInvoice'),
  },
  {
    key: 'withoutTruck',
    name: 'Truck deleted',
    hint: 'Assign another truck',
    icon: Truck,
    href: staffPaths.schedulesNeedingAttention('truck'),
  },
  {
    key: 'onHold',
    name: 'On hold, unpaid',
    hint: 'Retry the card or release delivery',
    icon: Hand,
    href: staffPaths.subscriptionsNeedingAttention('onHold'),
  },
  {
    key: 'uncharged',
    name: 'Delivered, not charged',
    hint: 'Review and charge if needed',
    icon: ReceiptText,
    href: staffPaths.subscriptionsNeedingAttention('uncharged'),
  },
  {
    key: 'uninvoiced',
    name: 'Delivered, not invoiced',
    hint: 'Review and invoice if needed',
    icon: FileText,
    href: staffPaths.subscriptionsNeedingAttention('uninvoiced'),
  },
  {
    key: 'openCases',
    name: 'Open cases',
    hint: 'Answer the customer',
    icon: MessageSquareWarning,
    href: staffPaths.openCases(),
  },
]

/** Links to the rows that staff have to act on. Items with open work are listed first. */
export function AttentionCard({ counts }: { counts: Insights['needsAttention'] }) {
  const id = useId()
  const getCount = ({ key }: AttentionItem) => counts[key]
  const open = attentionItems.filter((item) => getCount(item) > 0)
  const clear = attentionItems.filter((item) => getCount(item) === 0)
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
      <Tiles items={open} getCount={getCount} />
      <Tiles items={clear} getCount={getCount} />
    </Card>
  )
}

type TilesProps = {
  items: readonly AttentionItem[]
  getCount: (item: AttentionItem) => number
}

function Tiles({ items, getCount }: TilesProps) {
  if (!items.length) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {items.map((item) => (
        <MetricTile
          key={item.key}
          count={getCount(item)}
          limit={COUNT_LIMIT}
          name={item.name}
          hint={item.hint}
          href={item.href}
          icon={item.icon}
        />
      ))}
    </ul>
  )
}
