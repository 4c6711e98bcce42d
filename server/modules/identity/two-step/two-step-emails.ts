import { eq } from 'drizzle-orm'
import { pageRoutes } from '#contract/pages.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { BuildEmail, RenderEmail, TwoStepEmailData } from '#server/modules/mail/index.ts'
import { staff } from '../tables.ts'

type EmailDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderEmail }

/** Notifies the staff member, because someone else may have done it. */
export function twoStepEmails(deps: EmailDeps): Record<TwoStepEmailData['kind'], BuildEmail> {
  const createBuilder =
    (kind: TwoStepEmailData['kind']): BuildEmail =>
    async (staffId) => {
      const [member] = await deps.db.select().from(staff).where(eq(staff.id, staffId))
      if (!member) return undefined
      const { shop, publicUrl } = deps
      const accountUrl = `${publicUrl}${pageRoutes.adminAccount}`
      return { to: member.email, ...(await deps.render({ kind, shop, publicUrl, accountUrl })) }
    }
  return {
    staff_two_step_on: createBuilder('staff_two_step_on'),
    staff_two_step_off: createBuilder('staff_two_step_off'),
  }
}
