import { Repeat, Upload } from 'lucide-react'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  type SubscriptionAttentionReason,
  subscriptionAttentionReasons,
} from '#contract/staff/listing.ts'
import type { StaffSubscription } from '#contract/subscriptions/staff-subscriptions.ts'
import { usePanel } from '#web/admin/detail/use-panel.ts'
import { WithPanel } from '#web/admin/detail/with-panel.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ListChips } from '#web/admin/list/list-chips.tsx'
import { byCreatedAt, type SortOption } from '#web/admin/list/list-sorts.ts'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { useSorting } from '#web/admin/list/use-sorting.ts'
import { staffSubscriptionsQuery } from '#web/api/staff/staff-subscriptions.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { SubscriptionPanel } from './panel/subscription-panel.tsx'
import { subscriptionStatusOptions } from './subscription-statuses.tsx'
import { SubscriptionsTable } from './subscriptions-table.tsx'

export default function SubscriptionsPage() {
  return (
    <AdminLayout>
      <PageHeading
        hasTimes
        title="Subscriptions"
        text="Select a subscription to view deliveries or make changes for the customer."
        action={<ImportLink />}
      />
      <Subscriptions />
    </AdminLayout>
  )
}

/** Rule 67: import of subscriptions from another system. */
function ImportLink() {
  if (!useCan()('subscriptions.import')) return null
  return (
    <SiteLink href={pageRoutes.adminImport} className={buttonClass('secondary', 'medium', 'px-4')}>
      <Upload aria-hidden className="size-4.5" />
      Import subscriptions
    </SiteLink>
  )
}

const statuses = subscriptionStatusOptions.map(({ value }) => value)

const attentionLabels: Record<SubscriptionAttentionReason, string> = {
  onHold: 'on hold, unpaid',
  unpaid: 'retrying card',
  uncharged: 'delivered, not charged',
  uninvoiced: 'delivered, not invoiced',
}

const sorts: readonly SortOption<StaffSubscription>[] = [
  ...byCreatedAt(),
  {
    value: 'next',
    label: 'Next delivery',
    direction: 'ascending',
    // Rows lack the sort key, the next delivery without an order, so the server's order is used.
    sortKey: () => undefined,
  },
]

const searchFields = ({ id, customerEmail, customerName }: StaffSubscription) => [
  id,
  customerEmail,
  customerName,
]

function Subscriptions() {
  const list = useList({
    query: staffSubscriptionsQuery,
    statuses,
    getStatus: ({ status }) => status,
    attentionReasons: subscriptionAttentionReasons,
    sorts,
    searchFields,
  })
  const { getSorting } = useSorting(list)
  const panel = usePanel('subscription')
  return (
    <>
      <ListToolbar
        list={list}
        exportPath={apiPaths.adminSubscriptionsCsv}
        search={{ label: 'Search subscriptions', placeholder: 'Number, name or email' }}
        filter={{
          label: 'Filter subscriptions',
          allLabel: 'All subscriptions',
          options: subscriptionStatusOptions,
        }}
      />
      <ListChips list={list} attentionLabels={attentionLabels} />
      <WithPanel
        list={
          <ListBody
            list={list}
            noun={['subscription', 'subscriptions']}
            icon={Repeat}
            empty="No subscriptions yet."
          >
            {(subscriptions) => (
              <SubscriptionsTable
                subscriptions={subscriptions}
                panel={panel}
                getSorting={getSorting}
              />
            )}
          </ListBody>
        }
        panel={<SubscriptionPanel panel={panel} />}
      />
    </>
  )
}
