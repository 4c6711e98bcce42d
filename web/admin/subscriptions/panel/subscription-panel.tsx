import { useQuery } from '@tanstack/react-query'
import { CloudAlert, PackageX } from 'lucide-react'
import { useState } from 'react'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import { DetailPanel } from '#web/admin/detail/detail-panel.tsx'
import { DetailUnavailable } from '#web/admin/detail/detail-unavailable.tsx'
import { HistorySection } from '#web/admin/detail/history-section.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { EmailsSection } from '#web/admin/orders/panel/emails-section.tsx'
import type { ConfirmationCopy } from '#web/admin/subscriptions/change-confirmations.ts'
import { hasStatus } from '#web/api/failures.ts'
import { subscriptionDetailQuery } from '#web/api/staff/staff-subscriptions.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AttentionSection } from './attention-section.tsx'
import { ConfirmChangeDialog } from './confirm-change-dialog.tsx'
import { ConsentSection } from './consent-section.tsx'
import { CyclesSection } from './cycles-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { NextSection } from './next-section.tsx'
import { NotesSection } from './notes-section.tsx'

export function SubscriptionPanel({ panel }: { panel: Panel }) {
  const id = panel.openId
  return (
    <DetailPanel id={id} title={`Subscription #${formatOrderNumber(id)}`} onClose={panel.close}>
      {id ? <Detail key={id} id={id} /> : null}
    </DetailPanel>
  )
}

function Detail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(subscriptionDetailQuery(id))
  if (data) return <Sections id={id} detail={data} />
  if (error && hasStatus(error, 404)) {
    return <DetailUnavailable icon={PackageX} text="Subscription not found" />
  }
  if (error) {
    return (
      <DetailUnavailable
        icon={CloudAlert}
        text="Failed to load this subscription"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div aria-busy aria-label="Loading subscription" role="status" className="flex flex-col gap-4">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
      <Skeleton className="h-28" />
    </div>
  )
}

function Sections({ id, detail }: { id: string; detail: SubscriptionDetail }) {
  const [confirmation, setConfirmation] = useState<ConfirmationCopy>()
  return (
    <div className="flex flex-col gap-6">
      <AttentionSection detail={detail} onAction={setConfirmation} />
      <DetailsSection detail={detail} onAction={setConfirmation} />
      <NotesSection id={id} detail={detail} />
      <NextSection subscription={detail.subscription} onAction={setConfirmation} />
      <CyclesSection detail={detail} onAction={setConfirmation} />
      <EmailsSection emails={detail.emails} about="subscription" />
      <ConsentSection consent={detail.consent} />
      <HistorySection history={detail.history} />
      {confirmation ? (
        <ConfirmChangeDialog
          id={id}
          confirmation={confirmation}
          onClose={() => setConfirmation(undefined)}
        />
      ) : null}
    </div>
  )
}
