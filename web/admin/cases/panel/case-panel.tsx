import { useQuery } from '@tanstack/react-query'
import { CloudAlert, MessageSquareX } from 'lucide-react'
import { useState } from 'react'
import type { StaffCase } from '#contract/staff/cases.ts'
import { DetailPanel } from '#web/admin/detail/detail-panel.tsx'
import { DetailUnavailable } from '#web/admin/detail/detail-unavailable.tsx'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { hasStatus } from '#web/api/failures.ts'
import { staffCaseQuery, staffPhotoUrl } from '#web/api/staff/cases.ts'
import { caseKindLabel, outcomeText } from '#web/shared/cases/case-labels.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CaseStateBadge } from '../case-states.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { CaseContext } from './case-context.tsx'

export function CasePanel({ panel }: { panel: Panel }) {
  const id = panel.openId
  const { data } = useQuery({ ...staffCaseQuery(id), enabled: id !== '' })
  return (
    <DetailPanel
      id={id}
      title={data ? caseKindLabel(data.kind) : 'Case'}
      description={data ? `Reported on ${formatDateTime(data.createdAt)}` : undefined}
      onClose={panel.close}
    >
      {id ? <Detail key={id} id={id} /> : null}
    </DetailPanel>
  )
}

function Detail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(staffCaseQuery(id))
  if (data) {
    return (
      <div className="flex flex-col gap-6">
        <ProblemSection case={data} />
        <AnswerSection case={data} />
        <CaseContext case={data} />
      </div>
    )
  }
  if (error && hasStatus(error, 404))
    return <DetailUnavailable icon={MessageSquareX} text="Case not found" />
  if (error) {
    return (
      <DetailUnavailable
        icon={CloudAlert}
        text="Failed to load this case"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div aria-busy aria-label="Loading case" role="status" className="flex flex-col gap-4">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  )
}

function ProblemSection({ case: row }: { case: StaffCase }) {
  return (
    <PanelSection title="Problem">
      <p>
        <CaseStateBadge {...row} />
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{row.text}</p>
      {row.photo ? (
        <a
          href={staffPhotoUrl(row)}
          target="_blank"
          rel="noreferrer"
          className="block w-fit rounded-control"
        >
          <img
            src={staffPhotoUrl(row)}
            alt="Sent by the customer"
            className="max-h-72 max-w-full rounded-control border border-line"
          />
        </a>
      ) : (
        <p className="text-muted text-sm">No photo.</p>
      )}
    </PanelSection>
  )
}

function AnswerSection({ case: row }: { case: StaffCase }) {
  const [isAnswering, setIsAnswering] = useState(false)
  const canAnswer = useCan()('cases.write')
  const isWaiting = row.state === 'open' && !row.isRefunding
  return (
    <PanelSection
      title="Answer"
      action={
        canAnswer && isWaiting ? (
          <Button size="small" onClick={() => setIsAnswering(true)}>
            Answer case
          </Button>
        ) : null
      }
    >
      {row.problem && isWaiting ? (
        <Alert
          tone="warning"
          title={row.scheduleId ? 'The redelivery was cancelled' : 'The refund failed'}
        >
          {row.problem} Answer the case in another way.
        </Alert>
      ) : null}
      {row.isRefunding ? (
        <p className="text-sm">
          {outcomeText(row)} is on its way. The case is answered when it is done.
        </p>
      ) : null}
      {row.state === 'answered' ? (
        <>
          <DetailList
            fields={[
              ['Outcome', outcomeText(row)],
              ['Answered', row.answeredAt && formatDateTime(row.answeredAt)],
              ['By', row.answeredBy],
            ]}
          />
          <p className="wrap-anywhere whitespace-pre-wrap text-sm">{row.message}</p>
        </>
      ) : null}
      {isWaiting ? <p className="text-muted text-sm">Not answered yet.</p> : null}
      {isAnswering ? <AnswerDialog case={row} onClose={() => setIsAnswering(false)} /> : null}
    </PanelSection>
  )
}
