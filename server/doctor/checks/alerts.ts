import type { Db } from '#server/db/client.ts'
import { listOpenAlerts } from '#server/modules/alerts/index.ts'
import { type CheckResult, ok, warn } from '../check.ts'

export async function checkAlerts(db: Db): Promise<CheckResult> {
  const open = await listOpenAlerts(db)
  if (open.length === 0) return ok('No alert is open.')
  const titles = [...new Set(open.map(({ title }) => title))].join('; ')
  return warn(`Open alerts: ${open.length} (${titles}). See /admin/dashboard.`)
}
