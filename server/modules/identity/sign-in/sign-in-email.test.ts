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
  await shop.runJob('mail.send')
  const [mail] = server.emails()
  const tokenIn = (form = '') =>
    /http:\/\/shop\.test\/customer\/auth\/verify\?token=([\w-]{43})/.exec(form)?.[1] ?? ''
  const code = /^(\d{6}) is your/.exec(mail?.headers.get('subject') ?? '')?.[1] ?? ''
  return { server, shop, ana, mail, code, tokenIn }
}

test('the sign-in mail arrives over SMTP with link and code, in HTML and in text alike', async () => {
  const { server, mail, code, tokenIn } = await requestLinkOverSmtp()

  expect(server.received).toHaveLength(1)
  expect(mail?.headers.get('to')).toBe('ana@example.com')
  expect(tokenIn(mail?.text)).not.toBe('')
  expect(tokenIn(mail?.html)).toBe(tokenIn(mail?.text))
  for (const form of [mail?.html, mail?.text]) {
    expect(form).toContain(code)
    expect(form).toContain('1 hour')
  }
  expect(mail?.headers.has('list-unsubscribe')).toBe(false)
})

test('the link of a mail received over SMTP signs in', async () => {
  const { shop, mail, tokenIn } = await requestLinkOverSmtp()
  const phone = shop.buyer()

  const used = await followLink(phone, tokenIn(mail?.html))

  expect(used.body).toMatchObject({ user: { role: 'customer', email: 'ana@example.com' } })
  expect((await phone.call('GET', apiPaths.me)).status).toBe(200)
})

test('the code of a mail received over SMTP signs in, in the browser that asked', async () => {
  const { ana, code } = await requestLinkOverSmtp()

  const used = await ana.call('POST', apiPaths.verifyCode, { code })

  expect(used.body).toMatchObject({ user: { role: 'customer', email: 'ana@example.com' } })
  expect((await ana.call('GET', apiPaths.me)).status).toBe(200)
})

test('a sign-in mail that a mail server refused is drawn anew, and only the newest link works', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  server.rejectWith = 'try again later'
  await shop.buyer().call('POST', apiPaths.magicLink, { email: 'ana@example.com' })
  await shop.runJob('mail.send')
  const first = await shop.sql<{ token_hash: string }>('select token_hash from login_requests')

  server.rejectWith = undefined
  shop.clock.advance(10 * 60_000)
  await shop.runJob('mail.send')

  const second = await shop.sql<{ token_hash: string }>('select token_hash from login_requests')
  expect(second[0]?.token_hash).not.toBe(first[0]?.token_hash)
  const [mail] = server.emails()
  const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await followLink(shop.buyer(), token)).status).toBe(200)
})

test('who waits for a link does not wait behind other mails', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  await shop.buyer().buy()
  await shop.deps.sandbox?.deliverDue()
  const woken = new Promise((resolve) => shop.deps.listener.on('carboy_sign_in', resolve))

  await shop.buyer().call('POST', apiPaths.magicLink, { email: 'ben@example.com' })
  await woken
  await shop.runJob('mail.sendSignIn')

  expect(server.emails().map(({ headers }) => headers.get('to'))).toEqual(['ben@example.com'])
  expect(await shop.sql("select kind from mails where status = 'waiting'")).toEqual([
    { kind: 'order_confirmed' },
  ])
})
