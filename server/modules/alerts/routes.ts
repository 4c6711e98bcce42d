import * as contract from '#contract/alerts.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount.ts'
import type { Clock } from '#server/world.ts'
import { listAlerts, resolveAlert } from './list-alerts.ts'

export function alertRoutes(mount: Mount, deps: { db: Db; clock: Clock }): void {
  mount(contract.listAlerts, () => listAlerts(deps))
  mount(contract.resolveAlert, ({ user, params }) => resolveAlert(deps, user, params.id))
}
