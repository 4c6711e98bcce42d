import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, followLink, requestLink } from '#tests/support/sign-in.ts'

const HOUR_MS = 3_600_000

test('an emailed link logs in once, on any device', async () => {
  const shop = await openShop()
  const { token, emails } = await requestLink(shop, shop.buyer(), 'Ana@Example.com')
  const phone = shop.buyer()

  const used = await followLink(phone, token)

  expect(emails).toHaveLength(1)
  expect(emails[0]?.text).toContain('1 hour')
  expect(emails[0]?.text).toContain(`http://shop.test/customer/auth/verify?token=${token}`)
  expect(used.body).toMatchObject({
    success: true,
    user: { role: 'customer', email: 'ana@example.com' },
  })
  expect((await phone.call('GET', apiPaths.me)).body).toMatchObject({ user: { role: 'customer' } })
  const again = await followLink(shop.buyer(), token)
  expect([again.status, again.body.code]).toEqual([400, 'link_invalid'])
})

test('a link expires after one hour', async () => {
  const shop = await openShop()
  const { token } = await requestLink(shop, shop.buyer(), 'ana@example.com')

  shop.clock.advance(HOUR_MS)

  expect((await followLink(shop.buyer(), token)).body.code).toBe('link_invalid')
})

test('a missing token returns the message of the specification', async () => {
  const shop = await openShop()
  const response = await shop.buyer().call('GET', apiPaths.verify)
  expect([response.status, response.body.message]).toEqual([400, 'No token provided'])
})

test('A1: after a scanner used the link, the code still works in the requesting browser', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { token, code } = await requestLink(shop, ana, 'ana@example.com')
  await followLink(shop.buyer(), token)

  const elsewhere = await shop.buyer().call('POST', apiPaths.verifyCode, { code })
  const here = await ana.call('POST', apiPaths.verifyCode, { code })
  const twice = await ana.call('POST', apiPaths.verifyCode, { code })

  expect(elsewhere.body.code).toBe('code_invalid')
  expect(here.body).toMatchObject({ success: true })
  expect(twice.body.code).toBe('code_invalid')
})

test('a code allows five attempts', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { code } = await requestLink(shop, ana, 'ana@example.com')
  const wrong = code === '000000' ? '111111' : '000000'

  for (let n = 0; n < 5; n++) await ana.call('POST', apiPaths.verifyCode, { code: wrong })

  expect((await ana.call('POST', apiPaths.verifyCode, { code })).body.code).toBe('code_invalid')
})

test('A2: fifty concurrent uses of one token create one session', async () => {
  const shop = await openShop()
  const { token } = await requestLink(shop, shop.buyer(), 'ana@example.com')

  const responses = await Promise.all(
    Array.from({ length: 50 }, () => followLink(shop.buyer(), token)),
  )

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await shop.sql('select id from sessions')).toHaveLength(1)
})

test('A3: no response and no table contains a token or a code', async () => {
  const shop = await openShop()
  const { response, token, code } = await requestLink(shop, shop.buyer(), 'ana@example.com')

  const rows = JSON.stringify([
    await shop.sql('select * from login_requests'),
    await shop.sql('select * from emails'),
  ])

  expect(JSON.stringify(response.body)).not.toContain(token)
  expect(rows).not.toContain(token)
  expect(rows).not.toContain(`"${code}"`)
})

test('A4: known and unknown addresses get the same response and email', async () => {
  const shop = await openShop()
  await shop.buyer().place()

  const known = await requestLink(shop, shop.buyer(), 'ana@example.com')
  const unknown = await requestLink(shop, shop.buyer(), 'nobody@example.com')

  expect([known.response.status, known.response.body]).toEqual([
    unknown.response.status,
    unknown.response.body,
  ])
  expect(unknown.token).not.toBe('')
  expect(await shop.sql('select id from customers')).toHaveLength(1)
})

test('A5: the link uses PUBLIC_URL and ignores the Host header', async () => {
  const shop = await openShop()
  const browser = shop.buyer()
  await browser.call(
    'POST',
    apiPaths.magicLink,
    { email: 'ana@example.com' },
    { 'x-forwarded-host': 'evil.test' },
  )
  await shop.runJob('email.send')
  const [email] = await shop.mailbox()
  expect(email?.text).toContain('http://shop.test/customer/auth/verify')
  expect(email?.text).not.toContain('evil.test')
})

test('A6: login emails to one address are limited', async () => {
  const shop = await openShop()
  const statuses = []
  for (let n = 0; n < 8; n++) {
    statuses.push(
      (await shop.buyer().call('POST', apiPaths.magicLink, { email: 'ana@example.com' })).status,
    )
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
})

test('an invalid address returns the message of the specification', async () => {
  const shop = await openShop()
  const response = await shop.buyer().call('POST', apiPaths.magicLink, { email: 'ana' })
  expect([response.status, response.body.message]).toEqual([
    400,
    'Please enter a valid email address',
  ])
})

test('logging out ends the session at once, and a GET does not log out', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const cookie = `customer_session=${ana.cookies.get('customer_session')}`

  await ana.call('GET', apiPaths.logout)
  expect((await ana.call('GET', apiPaths.me)).status).toBe(200)
  await ana.call('POST', apiPaths.logout)

  expect((await shop.buyer().call('GET', apiPaths.me, undefined, { cookie })).status).toBe(401)
})

test('sessions last thirty days, survive a restart and can all be ended at once', async () => {
  const shop = await openShop()
  const phone = await customerBrowser(shop)
  const laptop = await customerBrowser(shop)
  shop.clock.advance(29 * 24 * HOUR_MS)
  expect((await phone.call<unknown[]>('GET', apiPaths.sessions)).body).toHaveLength(2)

  await laptop.call('DELETE', apiPaths.sessions)

  expect((await phone.call('GET', apiPaths.me)).status).toBe(401)
  const again = await customerBrowser(shop)
  shop.clock.advance(30 * 24 * HOUR_MS)
  expect((await again.call('GET', apiPaths.me)).status).toBe(401)
})
