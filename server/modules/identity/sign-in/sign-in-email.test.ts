import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { followLink } from '#tests/support/sign-in.ts'

/** Asks for a link and reads what arrived at the mail server. */
async function requestLinkOverSmtp() {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  const ana = shop.buyer()
  await ana.call('POST', apiPaths.magicLink, { email: 'Ana@Example.com' })
  expect(server.received).toEqual([])
  await shop.runJob('email.send')
  const [email] = server.emails()
  const tokenIn = (form = '') =>
    /http:\/\/shop\.test\/customer\/auth\/verify\?token=([\w-]{43})/.exec(form)?.[1] ?? ''
  const code = /^(\d{6}) is your/.exec(email?.headers.get('subject') ?? '')?.[1] ?? ''
  return { server, shop, ana, email, code, tokenIn }
}

test('the login email arrives over SMTP with link and code, as HTML and as text', async () => {
  const { server, email, code, tokenIn } = await requestLinkOverSmtp()

  expect(server.received).toHaveLength(1)
  expect(email?.headers.get('to')).toBe('ana@example.com')
  expect(tokenIn(email?.text)).not.toBe('')
  expect(tokenIn(email?.html)).toBe(tokenIn(email?.text))
  for (const body of [email?.html, email?.text]) {
    expect(body).toContain(code)
    expect(body).toContain('1 hour')
  }
  expect(email?.headers.has('list-unsubscribe')).toBe(false)
})

test('the link of an email received over SMTP logs in', async () => {
  const { shop, email, tokenIn } = await requestLinkOverSmtp()
  const phone = shop.buyer()

  const used = await followLink(phone, tokenIn(email?.html))

  expect(used.body).toMatchObject({ user: { role: 'customer', email: 'ana@example.com' } })
  expect((await phone.call('GET', apiPaths.me)).status).toBe(200)
})

test('the code of an email received over SMTP logs in the requesting browser', async () => {
  const { ana, code } = await requestLinkOverSmtp()

  const used = await ana.call('POST', apiPaths.verifyCode, { code })

  expect(used.body).toMatchObject({ user: { role: 'customer', email: 'ana@example.com' } })
  expect((await ana.call('GET', apiPaths.me)).status).toBe(200)
})

test('a rejected login email is rebuilt with a new link, and only the latest link works', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  server.rejectWith = 'try again later'
  await shop.buyer().call('POST', apiPaths.magicLink, { email: 'ana@example.com' })
  await shop.runJob('email.send')
  const first = await shop.sql<{ token_hash: string }>('select token_hash from login_requests')

  server.rejectWith = undefined
  shop.clock.advance(10 * 60_000)
  await shop.runJob('email.send')

  const second = await shop.sql<{ token_hash: string }>('select token_hash from login_requests')
  expect(second[0]?.token_hash).not.toBe(first[0]?.token_hash)
  const [email] = server.emails()
  const token = /token=([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? ''
  expect((await followLink(shop.buyer(), token)).status).toBe(200)
})

test('login emails are sent before other queued emails', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  await shop.buyer().buy()
  await shop.deps.sandbox?.deliverDue()
  const woken = new Promise((resolve) => shop.deps.listener.on('carboy_sign_in', resolve))

  await shop.buyer().call('POST', apiPaths.magicLink, { email: 'ben@example.com' })
  await woken
  await shop.runJob('email.sendSignIn')

  expect(server.emails().map(({ headers }) => headers.get('to'))).toEqual(['ben@example.com'])
  expect(await shop.sql("select kind from emails where status = 'pending'")).toEqual([
    { kind: 'order_confirmed' },
  ])
})
