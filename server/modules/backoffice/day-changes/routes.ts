import * as contract from '#contract/zones/day-changes.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { applyDayChange, type DayChangeDeps, previewDayChange } from './apply-day-change.ts'
import { listDayChanges } from './list-day-changes.ts'
import { undoDayChange } from './undo-day-change.ts'

export function dayChangeRoutes(mount: Mount, deps: DayChangeDeps): void {
  mount(contract.listDayChanges, () => listDayChanges(deps))
  mount(contract.changeDay, ({ user, query, body }) =>
    query.preview === 'true' ? previewDayChange(deps, body) : applyDayChange(deps, user, body),
  )
  mount(contract.undoDayChange, ({ user, params }) => undoDayChange(deps, user, params.id))
}
