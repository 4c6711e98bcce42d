import { useQuery } from '@tanstack/react-query'
import { CloudAlert, PackageX } from 'lucide-react'
import { useState } from 'react'
import type { SubscriptionDetail } from '#contract/staff-subscriptions.ts'
import { DetailMissing } from '#web/admin/detail/detail-missing.tsx'
import { DetailPanel } from '#web/admin/detail/detail-panel.tsx'
import { HistoryPart } from '#web/admin/detail/history-part.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { MailsPart } from '#web/admin/orders/panel/mails-part.tsx'
import type { Ask } from '#web/admin/subscriptions/deed-asks.ts'
import { hasStatus } from '#web/api/failures.ts'
import { subscriptionDetailQuery } from '#web/api/staff-subscriptions.ts'
import { orderNumber } from '#web/shared/order-view.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AttentionPart } from './attention-part.tsx'
import { ConsentPart } from './consent-part.tsx'
import { CyclesPart } from './cycles-part.tsx'
import { DeedDialog } from './deed-dialog.tsx'
import { NextPart } from './next-part.tsx'
import { PlanPart } from './plan-part.tsx'

export function SubscriptionPanel({ panel }: { panel: Panel }) {
  const id = panel.shownId
  return (
    <DetailPanel id={id} title={`Subscription #${orderNumber(id)}`} onClose={panel.close}>
      {id ? <Detail key={id} id={id} /> : null}
    </DetailPanel>
  )
}

function Detail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(subscriptionDetailQuery(id))
  if (data) return <Parts id={id} detail={data} />
  if (error && hasStatus(error, 404)) {
    return <DetailMissing icon={PackageX} text="This subscription is not there." />
  }
  if (error) {
    return (
      <DetailMissing
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

function Parts({ id, detail }: { id: string; detail: SubscriptionDetail }) {
  const [ask, setAsk] = useState<Ask>()
  return (
    <div className="flex flex-col gap-6">
      <AttentionPart detail={detail} onAsk={setAsk} />
      <PlanPart detail={detail} onAsk={setAsk} />
      <NextPart subscription={detail.subscription} onAsk={setAsk} />
      <CyclesPart detail={detail} onAsk={setAsk} />
      <MailsPart mails={detail.mails} about="subscription" />
      <ConsentPart consent={detail.consent} />
      <HistoryPart history={detail.history} />
      {ask ? <DeedDialog id={id} ask={ask} onClose={() => setAsk(undefined)} /> : null}
    </div>
  )
}
