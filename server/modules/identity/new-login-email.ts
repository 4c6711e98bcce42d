import { eq } from 'drizzle-orm'
import { browserName } from '#contract/browser-name.ts'
import { formatMoment } from '#contract/calendar.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { RenderLetter, WriteLetter } from '#server/modules/mail/index.ts'
import { customers, sessions } from './tables.ts'

type EmailDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderLetter }

/** Tells the owner of an account that somebody logged in from a browser not seen before (AU15). */
export function newLoginEmail(deps: EmailDeps): WriteLetter {
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
      at: formatMoment(shop.timeZone, login.at),
      accountUrl: `${publicUrl}/customer/dashboard`,
    })
    return { to: login.email, ...content }
  }
}
