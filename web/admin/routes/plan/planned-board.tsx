import { type ComponentProps, useMemo, useState } from 'react'
import { ChangedOrdersContext } from '../board-context.ts'
import type { DayTotals } from '../model/lanes.ts'
import { previewPlan } from '../model/preview-plan.ts'
import { RouteBoard } from '../route-board.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { StalePlan } from './stale-plan.tsx'
import { usePlan } from './use-plan.ts'

type PlannedBoardProps = ComponentProps<typeof RouteBoard> & {
  totals: DayTotals
  isPlanOpen: boolean
  onPlanClose: () => void
}

const noOrders: ReadonlySet<string> = new Set()

/** The board with its plan: how it goes, what it would change, and the decision about it. */
export function PlannedBoard({ totals, isPlanOpen, onPlanClose, ...props }: PlannedBoardProps) {
  const { board, canWrite } = props
  const [isPreviewed, setIsPreviewed] = useState(true)
  const { plan, isPending, staleRoutes, start, planAgain, apply, undo, cancel, drop } = usePlan(
    board.date,
    board.planId,
  )
  const shown = isPreviewed && plan?.status === 'ready' ? plan : undefined
  const preview = useMemo(() => shown && previewPlan(board, shown), [board, shown])
  const changed = useMemo(
    () => (shown?.difference ? new Set(shown.difference.changedOrderIds) : noOrders),
    [shown],
  )
  return (
    <ChangedOrdersContext value={changed}>
      {staleRoutes.length > 0 ? (
        <StalePlan
          routes={staleRoutes}
          board={board}
          isPending={isPending}
          onPlanAgain={planAgain}
          onShowBoard={() => setIsPreviewed(false)}
        />
      ) : null}
      {plan ? (
        <PlanPanel
          plan={plan}
          board={board}
          canWrite={canWrite}
          isPending={isPending}
          isPreviewed={isPreviewed}
          onPreview={setIsPreviewed}
          onApply={apply}
          onDrop={drop}
          onUndo={undo}
          onCancel={cancel}
        />
      ) : null}
      <RouteBoard
        {...props}
        board={preview ?? board}
        // A plan is applied as it is; the routes of now can be changed again once it is hidden.
        canWrite={canWrite && !preview}
      />
      {isPlanOpen ? (
        <PlanDialog
          hasStops={totals.stops > 0}
          hasUnplanned={totals.unplanned > 0}
          hasStanding={Boolean(board.standing?.length)}
          isPending={isPending}
          onStart={(scope, seconds) => start(scope, seconds, onPlanClose)}
          onClose={onPlanClose}
        />
      ) : null}
    </ChangedOrdersContext>
  )
}
