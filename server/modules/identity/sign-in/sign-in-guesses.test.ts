import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, followLink, requestLink } from '#tests/support/sign-in.ts'

const EMAIL = 'ana@example.com'
const HOUR_MS = 3_600_000

/** Asks for a code in a browser of its own, a quarter of an hour after the last one. */
async function freshCode(shop: TestShop) {
  shop.clock.advance(HOUR_MS / 4 + 1000)
  const browser = shop.buyer()
  const { code, token } = await requestLink(shop, browser, EMAIL)
  const wrong = code === '000000' ? '111111' : '000000'
  const enter = async (digits = wrong) => {
    const { status, body } = await browser.call('POST', apiPaths.verifyCode, { code: digits })
    return status === 200 ? 'in' : body.code
  }
  return { browser, code, token, enter }
}

test('AU15: ten wrong codes a day lock the codes of an address, in every browser; the link works', async () => {
  const shop = await openShop()
  const tries: (string | undefined)[] = []
  for (let n = 0; n < 2; n++) {
    const { enter } = await freshCode(shop)
    for (let nth = 0; nth < 5; nth++) tries.push(await enter())
  }
  expect(new Set(tries)).toEqual(new Set(['code_invalid']))

  const { enter, code, token } = await freshCode(shop)
  expect(await enter(code)).toBe('code_locked')
  expect((await followLink(shop.buyer(), token)).status).toBe(200)

  shop.clock.advance(24 * HOUR_MS)
  const tomorrow = await freshCode(shop)
  expect(await tomorrow.enter(tomorrow.code)).toBe('in')
})

test('AU15: right codes cost no tries', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '0.3' } })
  for (let n = 0; n < 3; n++) {
    shop.clock.advance(HOUR_MS * 9)
    const { enter, code } = await freshCode(shop)
    expect(await enter(code)).toBe('in')
  }
})

test('AU15: after ten emails a day an address gets one an hour', async () => {
  const shop = await openShop()
  const ask = async () =>
    (await shop.buyer().call('POST', apiPaths.magicLink, { email: EMAIL })).status
  const statuses = []
  for (let n = 0; n < 10; n++) {
    statuses.push(await ask())
    shop.clock.advance(HOUR_MS / 4)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))

  expect([await ask(), await ask()]).toEqual([200, 429])
  shop.clock.advance(HOUR_MS - 1000)
  expect(await ask()).toBe(429)
  shop.clock.advance(2000)
  expect([await ask(), await ask()]).toEqual([200, 429])
})

const loginMails = async (shop: TestShop) => {
  await shop.runJob('mail.send')
  const mails = await shop.mailbox()
  return mails.filter(({ subject }) => subject.startsWith('New login'))
}

test('AU15: a login from a new browser is emailed to the owner, one from a known browser is not', async () => {
  const shop = await openShop()
  const laptop = await customerBrowser(shop, EMAIL)
  expect(await loginMails(shop)).toHaveLength(1)

  const { token } = await requestLink(shop, laptop, EMAIL)
  await followLink(laptop, token)
  expect(await loginMails(shop)).toHaveLength(1)

  const stranger = await freshCode(shop)
  await stranger.browser.call(
    'POST',
    apiPaths.verifyCode,
    { code: stranger.code },
    { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 <script>alert(1)</script>' },
  )

  const mails = await loginMails(shop)
  expect(mails).toHaveLength(2)
  expect(mails.every(({ recipient }) => recipient === EMAIL)).toBe(true)
  expect(mails.some(({ text }) => text.includes('Chrome on Windows'))).toBe(true)
  expect(mails.map(({ html }) => html).join('')).not.toContain('<script>')
})
