import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { RecoveryCodes, TwoStepSecret } from '#contract/staff/two-step.ts'
import type { Buyer } from './buyer.ts'
import type { TestShop } from './open-shop.ts'
import { STAFF, staffBrowser } from './sign-in.ts'
import { appCode } from './two-step.ts'

export type TwoStepAccount = {
  browser: Buyer
  secret: string
  recoveryCodes: string[]
  /** A code that was not used before: time advances to the next one. */
  nextCode(): string
  /** Logs in from a new browser. */
  login(code?: string, browser?: Buyer): ReturnType<Buyer['call']>
}

/** An owner who has turned on two-step verification. */
export async function twoStepOwner(shop: TestShop): Promise<TwoStepAccount> {
  const browser = await staffBrowser(shop)
  const { secret } = (await browser.call<TwoStepSecret>('POST', accountPaths.twoStepSetUp)).body
  const code = appCode(secret, shop.clock.now())
  const { recoveryCodes } = (
    await browser.call<RecoveryCodes>('POST', accountPaths.twoStepActivate, { code })
  ).body
  return {
    browser,
    secret,
    recoveryCodes,
    nextCode() {
      shop.clock.advance(30_000)
      return appCode(secret, shop.clock.now())
    },
    login: (code, device = shop.buyer()) =>
      device.call('POST', apiPaths.adminLogin, { ...STAFF, ...(code && { code }) }),
  }
}

/** How many of the replies have this status. */
export const countStatus = (replies: { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length

export const findStaffId = async (shop: TestShop, email: string) =>
  (await shop.sql<{ id: string }>('select id from staff where email = $1', [email]))[0]?.id ?? ''

/** A browser with the cookies of another. */
export function stealSession(shop: TestShop, victim: Buyer): Buyer {
  const thief = shop.buyer()
  for (const [name, value] of victim.cookies) thief.cookies.set(name, value)
  return thief
}
