import { Route, Undo2 } from 'lucide-react'
import { useId } from 'react'
import type { Board } from '#contract/routes/board.ts'
import type { Plan } from '#contract/routes/plans.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { customerLabel } from '../model/stop-texts.ts'

type PlanPanelProps = {
  plan: Plan
  board: Board
  canWrite: boolean
  isPending: boolean
  /** The board shows the plan instead of the routes of now. */
  isPreviewed: boolean
  onPreview: (isPreviewed: boolean) => void
  onApply: () => void
  onDrop: () => void
  onUndo: () => void
  onCancel: () => void
}

/** The state of a plan: computing, ready for a decision, or applied and still to be undone. */
export function PlanPanel(props: PlanPanelProps) {
  const { plan, canWrite, isPending, onUndo } = props
  if (plan.status === 'computing') return <Computing {...props} />
  if (plan.status === 'ready') return <Ready {...props} />
  if (plan.status === 'applied' && plan.canUndo && canWrite) {
    return (
      <Alert
        tone="success"
        className="mb-4"
        title="Plan applied"
        action={
          <Button variant="secondary" size="small" disabled={isPending} onClick={onUndo}>
            <Undo2 aria-hidden className="size-4" />
            Undo
          </Button>
        }
      >
        You can undo it until someone changes one of its routes.
      </Alert>
    )
  }
  if (plan.status === 'failed') {
    return (
      <Alert tone="danger" className="mb-4" title="We couldn't make a plan">
        {plan.problem ?? 'Nothing was changed. Try again.'}
      </Alert>
    )
  }
  return null
}

function Computing({ plan, canWrite, isPending, onCancel }: PlanPanelProps) {
  const percent = Math.round(Math.min(1, Math.max(0, plan.progress)) * 100)
  return (
    <Alert
      className="mb-4"
      icon={<Spinner label="Planning" />}
      title="Planning routes..."
      action={
        canWrite ? (
          <Button variant="secondary" size="small" disabled={isPending} onClick={onCancel}>
            Cancel
          </Button>
        ) : undefined
      }
    >
      <progress aria-label="Progress of the plan" max={100} value={percent} className="w-full">
        {percent}%
      </progress>
    </Alert>
  )
}

function Ready(props: PlanPanelProps) {
  const { plan, board, canWrite, isPending, isPreviewed, onPreview, onApply, onDrop } = props
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="mb-4 flex flex-col gap-3 rounded-control border border-action/40 bg-action-soft p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="flex items-center gap-2 text-base">
            <Route aria-hidden className="size-4.5 text-action" />
            Plan is ready
          </h2>
          <p role="status" className="text-sm">
            {plan.difference?.text ?? 'Review the routes below.'}
          </p>
        </div>
        <Checkbox
          className="m-0"
          checked={isPreviewed}
          onChange={({ target }) => onPreview(target.checked)}
        >
          Show plan on the board
        </Checkbox>
        {canWrite ? (
          <div className="flex gap-2">
            <Button variant="secondary" size="small" disabled={isPending} onClick={onDrop}>
              Drop plan
            </Button>
            <Button size="small" disabled={isPending} onClick={onApply}>
              Apply plan
            </Button>
          </div>
        ) : null}
      </div>
      {plan.warnings.length > 0 ? (
        <ul className="list-disc pl-5 text-sm text-warning">
          {plan.warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
      <LeftOut plan={plan} board={board} />
    </section>
  )
}

function LeftOut({ plan, board }: { plan: Plan; board: Board }) {
  if (plan.leftOut.length === 0) return null
  const names = new Map(
    [
      ...board.unplanned,
      ...board.routes.flatMap(({ trips }) => trips.flatMap(({ stops }) => stops)),
    ].map((delivery) => [delivery.orderId, customerLabel(delivery)]),
  )
  const count = plan.leftOut.length
  return (
    <details open={count <= 5} className="text-sm">
      <summary className="cursor-pointer font-semibold">
        {count === 1 ? "1 delivery doesn't fit" : `${count} deliveries don't fit`}
      </summary>
      <ul aria-label="Deliveries that don't fit" className="mt-1 flex flex-col gap-0.5">
        {plan.leftOut.map(({ orderId, reason }) => (
          <li key={orderId}>
            <span className="font-semibold">{names.get(orderId) ?? 'Delivery'}</span>:{' '}
            {reason.replace(/^Doesn't fit: /, '')}
          </li>
        ))}
      </ul>
    </details>
  )
}
