import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Shop } from '#contract/shop.ts'
import { rolesWith } from '#contract/staff/permissions.ts'
import type { Db } from '#server/db/client.ts'
import { staff } from '#server/modules/identity/tables.ts'
import type { AlertEmailData, BuildEmail, RenderEmail } from '#server/modules/mail/index.ts'
import { alertTitle } from './list-alerts.ts'
import { alerts } from './tables.ts'

type EmailDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderEmail }

/** One email to the staff who can resolve alerts when an alert opens, and one when it ends. */
export function alertEmails(deps: EmailDeps): Record<AlertEmailData['kind'], BuildEmail> {
  const createBuilder =
    (kind: AlertEmailData['kind']): BuildEmail =>
    async (alertId) => {
      const [alert] = await deps.db.select().from(alerts).where(eq(alerts.id, alertId))
      const recipients = await deps.db
        .select({ email: staff.email })
        .from(staff)
        .where(and(inArray(staff.role, rolesWith('alerts.resolve')), isNull(staff.disabledAt)))
        .orderBy(asc(staff.createdAt))
      if (!alert || recipients.length === 0) return undefined
      const { shop, publicUrl } = deps
      const content = await deps.render({
        kind,
        shop,
        publicUrl,
        title: alertTitle(alert.kind),
        message: alert.message,
        dashboardUrl: `${publicUrl}/admin/dashboard`,
      })
      return { to: recipients.map(({ email }) => email).join(', '), ...content }
    }
  return { alert_opened: createBuilder('alert_opened'), alert_ended: createBuilder('alert_ended') }
}
