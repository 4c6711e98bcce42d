import { UsersRound } from 'lucide-react'
import type { RouteVersions } from '#contract/errors.ts'
import type { Board } from '#contract/routes/board.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type StalePlanProps = {
  routes: readonly RouteVersions[]
  board: Board
  isPending: boolean
  onPlanAgain: () => void
  onShowBoard: () => void
}

/** Rule 50: routes that someone changed since the plan was made are not overwritten. */
export function StalePlan({ routes, board, isPending, onPlanAgain, onShowBoard }: StalePlanProps) {
  const truckName = (truckId: string) => board.trucks.find(({ id }) => id === truckId)?.name
  return (
    <Alert
      urgent
      tone="warning"
      className="mb-4"
      icon={<UsersRound aria-hidden className="size-5 shrink-0 self-start" />}
      title="Routes were changed since this plan was made"
    >
      <p>Nothing was applied, and the changes are still on the board.</p>
      <ul aria-label="Changed routes" className="mt-1 list-disc pl-5">
        {routes.map((route) => (
          <li key={route.routeId}>
            <span className="font-semibold">{truckName(route.truckId) ?? 'Unknown'}</span>:{' '}
            {versionsText(route)}
            {route.changedAt ? `, last changed ${formatDateTime(route.changedAt)}` : ''}
            {route.changedBy ? ` by ${route.changedBy}` : ''}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" disabled={isPending} onClick={onPlanAgain}>
          Plan again
        </Button>
        <Button variant="secondary" size="small" onClick={onShowBoard}>
          Show board
        </Button>
      </div>
    </Alert>
  )
}

/** 'planned from version 3, now version 5' */
function versionsText({ expectedVersion, version }: RouteVersions): string {
  const before =
    expectedVersion === null ? 'planned without it' : `planned from version ${expectedVersion}`
  return `${before}, ${version === null ? 'now deleted' : `now version ${version}`}`
}
