import { expect, test } from 'vitest'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { orderEmailKinds, queueEmail } from './index.ts'

test('the confirmation leaves through the mail server, as HTML and as text', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })

  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()

  expect(server.received).toHaveLength(1)
  const mail = server.received[0] ?? ''
  expect(mail).toContain(`Subject: Order ${orderId.slice(0, 8)} is confirmed`)
  expect(mail).toContain('To: ana@example.com')
  expect(mail).toContain('Content-Type: text/plain')
  expect(mail).toContain('Content-Type: text/html')
})

test('I7: a mail server that is down for an hour loses nothing and doubles nothing', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  server.rejectWith = 'try again later'
  await shop.buyer().buy()

  await shop.deliverPending()
  for (let minutes = 0; minutes < 60; minutes += 5) {
    shop.clock.advance(5 * 60_000)
    await shop.runJob('mail.send')
  }
  expect(server.received).toEqual([])

  server.rejectWith = undefined
  for (let minutes = 0; minutes < 180; minutes += 30) {
    shop.clock.advance(30 * 60_000)
    await shop.runJob('mail.send')
  }
  expect(server.received).toHaveLength(1)
})

test('two workers at once send a mail once', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  await shop.buyer().buy()
  await shop.deps.sandbox?.deliverDue()

  await Promise.all([shop.runJob('mail.send'), shop.runJob('mail.send'), shop.runJob('mail.send')])

  expect(server.received).toHaveLength(1)
})

test('without SMTP_URL the mail can be read at /dev/mailbox, and is inert there', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  await ana.buy(ana.submission({ customerName: '<script>alert(1)</script>' }))
  await shop.deliverPending()

  const page = await ana.call<string>('GET', '/dev/mailbox')
  const id = /\/dev\/mailbox\/([0-9a-f-]{36})/.exec(page.body)?.[1]
  const mail = await ana.call<string>('GET', `/dev/mailbox/${id}`)

  expect(mail.status).toBe(200)
  expect(mail.body).not.toContain('<script')
  expect(mail.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test.each([...orderEmailKinds])(
  'the mail %s says what it is about and how to find the order, as HTML and as text',
  async (kind) => {
    const server = await openMailServer()
    const shop = await openShop({ env: { SMTP_URL: server.url } })
    const { orderId } = (await shop.buyer().place()).body
    const { deps } = shop

    await deps.db.transaction((tx) => queueEmail(tx, deps, { kind, subjectId: orderId }))
    await deps.db.transaction((tx) => queueEmail(tx, deps, { kind, subjectId: orderId }))
    await shop.runJob('mail.send')

    const [mail, ...more] = server.emails()
    expect(more).toEqual([])
    expect(mail?.headers.get('to')).toBe('ana@example.com')
    expect(mail?.headers.get('subject')).toContain(orderId.slice(0, 8))
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
    const asksForMoney = /^(card_|subscription_past_due)/.test(kind)
    const page = asksForMoney ? `/pay/${orderId}` : `/order-confirmation?orderId=${orderId}`
    for (const form of [mail?.html, mail?.text]) {
      for (const word of ['Find my order', '/customer/login', page, '$17.98', 'Ana Ruiz']) {
        expect(form).toContain(`${word.startsWith('/') ? 'http://shop.test' : ''}${word}`)
      }
    }
    expect(mail?.text).not.toMatch(/<\w/)
  },
)
