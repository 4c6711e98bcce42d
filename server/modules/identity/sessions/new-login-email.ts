import { eq } from 'drizzle-orm'
import { browserName } from '#contract/browser-name.ts'
import { formatDateTime } from '#contract/dates/calendar.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { BuildEmail, RenderEmail } from '#server/modules/mail/index.ts'
import { customers, sessions } from '../tables.ts'

type EmailDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderEmail }

/** Notifies a customer of a login from a new browser (AU15). */
export function newLoginEmail(deps: EmailDeps): BuildEmail {
  return async (sessionId) => {
    const [login] = await deps.db
      .select({ email: customers.email, browser: sessions.browser, at: sessions.createdAt })
      .from(sessions)
      .innerJoin(customers, eq(sessions.customerId, customers.id))
      .where(eq(sessions.id, sessionId))
    if (!login) return undefined
    const { shop, publicUrl } = deps
    const content = await deps.render({
      kind: 'new_login',
      shop,
      publicUrl,
      browser: browserName(login.browser),
      at: formatDateTime(shop.timeZone, login.at),
      accountUrl: `${publicUrl}/customer/dashboard`,
    })
    return { to: login.email, ...content }
  }
}
