import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, followLink, requestLink } from '#tests/support/sign-in.ts'

const EMAIL = 'ana@example.com'
const HOUR_MS = 3_600_000

/** Requests a code in a new browser, 15 minutes after the previous request. */
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

test('AU15: ten wrong codes a day lock codes for the address in every browser; links still work', async () => {
  const shop = await openShop()
  const results: (string | undefined)[] = []
  for (let n = 0; n < 2; n++) {
    const { enter } = await freshCode(shop)
    for (let nth = 0; nth < 5; nth++) results.push(await enter())
  }
  expect(new Set(results)).toEqual(new Set(['code_invalid']))

  const { enter, code, token } = await freshCode(shop)
  expect(await enter(code)).toBe('code_locked')
  expect((await followLink(shop.buyer(), token)).status).toBe(200)

  shop.clock.advance(24 * HOUR_MS)
  const tomorrow = await freshCode(shop)
  expect(await tomorrow.enter(tomorrow.code)).toBe('in')
})

test('AU15: correct codes do not count as attempts', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '0.3' } })
  for (let n = 0; n < 3; n++) {
    shop.clock.advance(HOUR_MS * 9)
    const { enter, code } = await freshCode(shop)
    expect(await enter(code)).toBe('in')
  }
})

test('AU15: after ten login emails a day an address gets one an hour', async () => {
  const shop = await openShop()
  const requestAgain = async () =>
    (await shop.buyer().call('POST', apiPaths.magicLink, { email: EMAIL })).status
  const statuses = []
  for (let n = 0; n < 10; n++) {
    statuses.push(await requestAgain())
    shop.clock.advance(HOUR_MS / 4)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))

  expect([await requestAgain(), await requestAgain()]).toEqual([200, 429])
  shop.clock.advance(HOUR_MS - 1000)
  expect(await requestAgain()).toBe(429)
  shop.clock.advance(2000)
  expect([await requestAgain(), await requestAgain()]).toEqual([200, 429])
})

const loginEmails = async (shop: TestShop) => {
  await shop.runJob('email.send')
  const emails = await shop.mailbox()
  return emails.filter(({ subject }) => subject.startsWith('New login'))
}

test('AU15: the customer is emailed about a login from a new browser, not from a known one', async () => {
  const shop = await openShop()
  const laptop = await customerBrowser(shop, EMAIL)
  expect(await loginEmails(shop)).toHaveLength(1)

  const { token } = await requestLink(shop, laptop, EMAIL)
  await followLink(laptop, token)
  expect(await loginEmails(shop)).toHaveLength(1)

  const stranger = await freshCode(shop)
  await stranger.browser.call(
    'POST',
    apiPaths.verifyCode,
    { code: stranger.code },
    { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 <script>alert(1)</script>' },
  )

  const emails = await loginEmails(shop)
  expect(emails).toHaveLength(2)
  expect(emails.every(({ recipient }) => recipient === EMAIL)).toBe(true)
  expect(emails.some(({ text }) => text.includes('Chrome on Windows'))).toBe(true)
  expect(emails.map(({ html }) => html).join('')).not.toContain('<script>')
})
