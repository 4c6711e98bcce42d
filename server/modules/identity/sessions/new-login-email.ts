import { eq } from 'drizzle-orm'
import { browserName } from '#contract/browser-name.ts'
import { formatDateTime } from '#contract/dates/calendar.ts'
import { pageRoutes } from '#contract/pages.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { BuildEmail, RenderEmail } from '#server/modules/mail/index.ts'
import { customers, knownDevices, sessions, staff } from '../tables.ts'

type EmailDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderEmail }

/** Notifies a customer or staff of a login from a new browser (AU15, rule 37). */
export function newLoginEmail(deps: EmailDeps): BuildEmail {
  return async (id) => {
    const login = (await findDevice(deps.db, id)) ?? (await findSession(deps.db, id))
    const to = login?.staff ?? login?.customer
    if (!login || !to) return undefined
    const { shop, publicUrl } = deps
    const isStaff = login.staff !== null
    const page = isStaff ? pageRoutes.adminAccount : pageRoutes.customerDashboard
    const content = await deps.render({
      kind: 'new_login',
      isStaff,
      shop,
      publicUrl,
      browser: browserName(login.browser),
      at: formatDateTime(shop.timeZone, login.at),
      accountUrl: `${publicUrl}${page}`,
    })
    return { to, ...content }
  }
}

/** The row of a browser is stored longer than its session, so that logging out at once does not prevent the email. */
async function findDevice(db: Db, id: string) {
  const [device] = await db
    .select({
      customer: customers.email,
      staff: staff.email,
      browser: knownDevices.browser,
      at: knownDevices.createdAt,
    })
    .from(knownDevices)
    .leftJoin(customers, eq(knownDevices.customerId, customers.id))
    .leftJoin(staff, eq(knownDevices.staffId, staff.id))
    .where(eq(knownDevices.id, id))
  return device
}

/** Emails that an earlier version queued name the session. */
async function findSession(db: Db, id: string) {
  const [session] = await db
    .select({ customer: customers.email, browser: sessions.browser, at: sessions.createdAt })
    .from(sessions)
    .innerJoin(customers, eq(sessions.customerId, customers.id))
    .where(eq(sessions.id, id))
  return session && { ...session, staff: null }
}
