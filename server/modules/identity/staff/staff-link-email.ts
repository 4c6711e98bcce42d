import { and, eq, isNull } from 'drizzle-orm'
import type { Shop } from '#contract/shop.ts'
import { INVITATION_HOURS, RESET_HOURS } from '#contract/staff/accounts.ts'
import type { BuildEmail, RenderEmail, StaffLinkEmailData } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { staff, staffLinks } from '../tables.ts'

type EmailDeps = IdentityDeps & { shop: Shop; publicUrl: string; render: RenderEmail }

const HOUR_MS = 3_600_000

/** Generates the token, and commits its hash before the email is sent (rule 21 for staff). */
export function staffLinkEmails(deps: EmailDeps): Record<StaffLinkEmailData['kind'], BuildEmail> {
  const createBuilder =
    (kind: StaffLinkEmailData['kind']): BuildEmail =>
    async (linkId) => {
      const token = deps.random.token(32)
      const hours = kind === 'staff_invitation' ? INVITATION_HOURS : RESET_HOURS
      const [link] = await deps.db
        .update(staffLinks)
        .set({
          tokenHash: hashToken(token),
          expiresAt: new Date(deps.clock.now().getTime() + hours * HOUR_MS),
        })
        .where(and(eq(staffLinks.id, linkId), isNull(staffLinks.endedAt)))
        .returning()
      if (!link) return undefined
      const [sender] = link.sentBy
        ? await deps.db.select().from(staff).where(eq(staff.id, link.sentBy))
        : []
      const { shop, publicUrl } = deps
      const content = await deps.render({
        kind,
        shop,
        publicUrl,
        url: `${publicUrl}/admin/set-password?token=${token}`,
        role: link.role,
        sender: sender?.email ?? shop.email,
      })
      return { to: link.email, ...content }
    }
  return {
    staff_invitation: createBuilder('staff_invitation'),
    staff_password_reset: createBuilder('staff_password_reset'),
  }
}
