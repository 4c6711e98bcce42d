import { apiPaths } from '#contract/paths.ts'
import type { StaffRole } from '#contract/staff/permissions.ts'
import { addStaff, ensureStaff } from '#server/modules/identity/index.ts'
import type { Buyer } from './buyer.ts'
import type { TestShop } from './open-shop.ts'

/** Requests a login email and returns its token and code. */
export async function requestLink(shop: TestShop, browser: Buyer, email: string) {
  // Emails with equal timestamps have no order, so this one must be later.
  shop.clock.advance(1000)
  const response = await browser.call('POST', apiPaths.magicLink, { email })
  await shop.runJob('email.send')
  const emails = await shop.sql<{ text: string; subject: string }>(
    'select * from mailbox where recipient = $1 order by received_at desc, id desc',
    [email.toLowerCase()],
  )
  const latest = emails.find(({ text }) => text.includes('/customer/auth/verify?token='))
  const token = /verify\?token=([\w-]+)/.exec(latest?.text ?? '')?.[1] ?? ''
  const code = /^(\d{6})/.exec(latest?.subject ?? '')?.[1] ?? ''
  return { response, token, code, emails }
}

export const followLink = (browser: Buyer, token: string) =>
  browser.call('GET', `${apiPaths.verify}?token=${token}`)

/** Returns a browser logged in as this customer. */
export async function customerBrowser(shop: TestShop, email = 'ana@example.com'): Promise<Buyer> {
  const browser = shop.buyer()
  const { token } = await requestLink(shop, browser, email)
  await followLink(browser, token)
  return browser
}

export const STAFF = { email: 'staff@example.com', password: 'correct horse battery' }

/** Returns a browser logged in as staff: an owner, or an account of its own for another role. */
export async function staffBrowser(shop: TestShop, role?: StaffRole): Promise<Buyer> {
  const account = role ? { ...STAFF, email: `${role}@example.com` } : STAFF
  if (role) await addStaff(shop.deps, account.email, account.password, role)
  else await ensureStaff(shop.deps, account.email, account.password)
  const browser = shop.buyer()
  await browser.call('POST', apiPaths.adminLogin, account)
  return browser
}
