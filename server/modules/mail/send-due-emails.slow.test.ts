import { expect, test } from 'vitest'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { orderEmailKinds, queueEmail } from './index.ts'

test('the confirmation is sent through the mail server as HTML and as text', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })

  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()

  expect(server.received).toHaveLength(1)
  const email = server.received[0] ?? ''
  expect(email).toContain(`Subject: Order ${orderId.slice(0, 8)} is confirmed`)
  expect(email).toContain('To: ana@example.com')
  expect(email).toContain('Content-Type: text/plain')
  expect(email).toContain('Content-Type: text/html')
})

test('I7: after an hour of mail server downtime every email is sent exactly once', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  server.rejectWith = 'try again later'
  await shop.buyer().buy()

  await shop.deliverPending()
  for (let minutes = 0; minutes < 60; minutes += 5) {
    shop.clock.advance(5 * 60_000)
    await shop.runJob('email.send')
  }
  expect(server.received).toEqual([])

  server.rejectWith = undefined
  for (let minutes = 0; minutes < 180; minutes += 30) {
    shop.clock.advance(30 * 60_000)
    await shop.runJob('email.send')
  }
  expect(server.received).toHaveLength(1)
})

test('two concurrent workers send an email once', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  await shop.buyer().buy()
  await shop.deps.sandbox?.deliverDue()

  await Promise.all([
    shop.runJob('email.send'),
    shop.runJob('email.send'),
    shop.runJob('email.send'),
  ])

  expect(server.received).toHaveLength(1)
})

test('without SMTP_URL emails are listed at /dev/mailbox and run no scripts there', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  await ana.buy(ana.submission({ customerName: '<script>alert(1)</script>' }))
  await shop.deliverPending()

  const page = await ana.call<string>('GET', '/dev/mailbox')
  const id = /\/dev\/mailbox\/([0-9a-f-]{36})/.exec(page.body)?.[1]
  const email = await ana.call<string>('GET', `/dev/mailbox/${id}`)

  expect(email.status).toBe(200)
  expect(email.body).not.toContain('<script')
  expect(email.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test.each([...orderEmailKinds])(
  'the %s email names its order and links to it, as HTML and as text',
  async (kind) => {
    const server = await openMailServer()
    const shop = await openShop({ env: { SMTP_URL: server.url } })
    const { orderId } = (await shop.buyer().place()).body
    const { deps } = shop
    // As on an order that waits for its pay link.
    await shop.sql("update payments set expires_at = '2026-03-04T13:00:00Z'")
    if (kind === 'order_cancelled') await shop.sql("update orders set status = 'cancelled'")

    await deps.db.transaction((tx) => queueEmail(tx, deps, { kind, subjectId: orderId }))
    await deps.db.transaction((tx) => queueEmail(tx, deps, { kind, subjectId: orderId }))
    await shop.runJob('email.send')

    const [email, ...more] = server.emails()
    expect(more).toEqual([])
    expect(email?.headers.get('to')).toBe('ana@example.com')
    expect(email?.headers.get('subject')).toContain(orderId.slice(0, 8))
    expect(email?.headers.has('list-unsubscribe')).toBe(false)
    const requestsPayment = /^(card_|subscription_past_due|payment_link|terms_link)/.test(kind)
    const page = requestsPayment ? `/pay/${orderId}` : `/order-confirmation?orderId=${orderId}`
    for (const body of [email?.html, email?.text]) {
      for (const content of ['Find my order', '/customer/login', page, '$17.98', 'Ana Ruiz']) {
        expect(body).toContain(`${content.startsWith('/') ? 'http://shop.test' : ''}${content}`)
      }
    }
    expect(email?.text).not.toMatch(/<\w/)
  },
)
