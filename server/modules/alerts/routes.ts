import * as contract from '#contract/staff/alerts.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { Clock } from '#server/runtime.ts'
import { listAlerts, resolveAlert } from './list-alerts.ts'

export function alertRoutes(mount: Mount, deps: { db: Db; clock: Clock }): void {
  mount(contract.listAlerts, () => listAlerts(deps))
  mount(contract.resolveAlert, ({ user, params }) => resolveAlert(deps, user, params.id))
}
