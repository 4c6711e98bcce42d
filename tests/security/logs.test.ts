import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { calendarToken } from '#server/modules/subscriptions/changes/link-tokens.ts'
import { DECLINED_CARD, SECURE_CARD } from '#tests/support/buyer.ts'
import { recordingLog } from '#tests/support/health/recording-log.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { sendEvent } from '#tests/support/provider-ledger.ts'
import {
  customerBrowser,
  followLink,
  requestLink,
  STAFF,
  staffBrowser,
} from '#tests/support/sign-in.ts'
import { runEngine, subscribe } from '#tests/support/subscriber.ts'

const canary = {
  customerName: 'Canaria Yellowfeather',
  customerEmail: 'canary.bird@nest.example',
  customerPhone: '555-CANARY-01',
  deliveryAddress: '1 Canary Row',
}

test('P2: no log line contains personal data, through every kind of failure', async () => {
  const { lines, log } = recordingLog()
  const shop = await openShop({ log, env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const bird = shop.buyer()
  const submission = bird.submission(canary)
  const faults = shop.deps.sandbox?.faults
  const { clientSecret } = (await bird.startCheckout()).body
  const secrets = { clientSecret, cookie: bird.cookies.get('checkout') ?? '' }

  // Invalid input, provider errors and network failures.
  await bird.place({ ...submission, deliveryZip: '1', customerPhone: canary.customerName })
  await bird.call('POST', '/api/orders', `{"customerName":"${canary.customerName}",`)
  await bird.call('GET', `/api/orders?email=${canary.customerEmail}`)
  await bird.call('GET', `/nowhere/${canary.customerName}?q=${canary.customerEmail}`)
  faults?.next('POST customers', 'error-500')
  await bird.place(submission)
  faults?.next('POST payment_intents/:id', 'drop-response')
  await bird.place(submission)
  await shop.sql('alter table order_items rename to order_items_away')
  expect((await bird.place(submission)).status).toBe(500)
  await shop.sql('alter table order_items_away rename to order_items')
  await shop.sql('alter table customers rename to customers_away')
  expect((await bird.place(submission)).status).toBe(500)
  await shop.sql('alter table customers_away rename to customers')
  const { orderId } = (await bird.place(submission)).body
  await bird.confirm(clientSecret, DECLINED_CARD)
  await bird.confirm(clientSecret, SECURE_CARD)
  await bird.authenticate(clientSecret, 'fail')
  const [intentId = ''] = clientSecret.split('_secret_')
  await sendEvent(shop, intentId, { secret: 'whsec_wrong' })
  await sendEvent(shop, intentId, {
    id: 'evt_c',
    intentFields: { receipt_email: canary.customerEmail },
  })
  await bird.confirm(clientSecret)
  await shop.deliverPending()
  await bird.order(orderId)
  await shop.runJob('payment.reconcile')
  await shop.runJob('payment.expire')

  const [mail] = await shop.sql('select status, attempts from emails')
  expect(mail).toEqual({ status: 'pending', attempts: 1 })
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.join('')).toContain('request failed')
  expect(lines.join('')).toContain('email not sent')
  expectNotLogged(lines, [...Object.values(secrets), DECLINED_CARD, SECURE_CARD, '4242'])
})

/** Expects that no log line contains personal data or any of these values. */
function expectNotLogged(lines: string[], secrets: string[]) {
  expect(secrets.filter((secret) => secret.length < 4)).toEqual([])
  for (const word of [...Object.values(canary), 'Yellowfeather', 'nest.example', ...secrets]) {
    const leaks = lines.filter((line) => line.includes(word))
    expect([word, leaks]).toEqual([word, []])
  }
}

test('P2: no log line contains the email address or token of a login, by link or code', async () => {
  const { lines, log } = recordingLog()
  const shop = await openShop({ log })
  const email = canary.customerEmail
  const bird = shop.buyer()
  const { token, code } = await requestLink(shop, bird, email)

  await bird.call('POST', apiPaths.magicLink, { email: `${email} ` })
  await bird.call('GET', `${apiPaths.verify}?token=${token}x`)
  await bird.call('GET', `/customer/auth/verify?token=${token}`)
  await bird.call('POST', apiPaths.verifyCode, { code: '12' })
  await bird.call('POST', apiPaths.verifyCode, { code: code === '000000' ? '111111' : '000000' })
  await shop.sql('alter table sessions rename to sessions_away')
  expect((await followLink(bird, token)).status).toBe(500)
  expect((await bird.call('POST', apiPaths.verifyCode, { code })).status).toBe(500)
  await shop.sql('alter table sessions_away rename to sessions')
  expect((await followLink(bird, token)).status).toBe(200)
  const byLink = bird.cookies.get('customer_session') ?? ''
  expect((await bird.call('POST', apiPaths.verifyCode, { code })).status).toBe(200)
  const cookies = [
    byLink,
    bird.cookies.get('customer_session') ?? '',
    bird.cookies.get('login') ?? '',
  ]
  await shop.sql('alter table login_requests rename to login_requests_away')
  expect((await bird.call('POST', apiPaths.magicLink, { email })).status).toBe(500)
  await shop.sql('alter table login_requests_away rename to login_requests')
  await bird.call('DELETE', apiPaths.sessions)
  await bird.call('POST', apiPaths.logout)

  expect(lines.join('')).toContain('request failed')
  expectNotLogged(lines, [token, `"${code}"`, ...cookies])
})

test('P2: no log line contains personal data of portal, billing, staff actions and erasure', async () => {
  const { lines, log } = recordingLog()
  const shop = await openShop({ log })
  const email = canary.customerEmail
  const guest = shop.buyer()
  const { orderId } = await guest.buy(guest.submission({ ...canary, isRecurring: true }))
  await shop.deliverPending()
  const bird = await customerBrowser(shop, email)
  const staff = await staffBrowser(shop)
  const secrets = [
    bird.cookies.get('customer_session') ?? '',
    staff.cookies.get('staff_session') ?? '',
  ]
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const id = customer?.id ?? ''

  await bird.call('PATCH', apiPaths.profile, { name: canary.customerName, phone: 1 })
  await bird.call('PATCH', apiPaths.profile, { name: canary.customerName })
  for (const path of [apiPaths.customerOrders, apiPaths.invoices, apiPaths.personalData]) {
    expect((await bird.call('GET', path)).status).toBe(200)
  }
  shop.deps.sandbox?.faults.next('POST billing_portal/sessions', 'error-500')
  await bird.call('POST', apiPaths.billingPortal, { returnUrl: `${shop.url}/${email}` })
  const portal = await bird.call<{ url: string }>('POST', apiPaths.billingPortal, {
    returnUrl: `${shop.url}/customer/billing`,
  })
  const portalId = new URL(portal.body.url).pathname.split('/').at(-1) ?? ''
  await bird.call('POST', fillPath(apiPaths.sandboxPortalCards, { id: portalId }), {
    card: { number: DECLINED_CARD, expMonth: 12, expYear: 2030, cvc: '123' },
  })
  await shop.buyer().call('POST', apiPaths.adminLogin, { email, password: canary.customerName })
  for (const path of [apiPaths.adminCustomers, apiPaths.adminOrders, apiPaths.adminSchedules]) {
    expect((await staff.call('GET', `${path}?q=${email}`)).status).toBe(200)
  }
  await staff.call('PATCH', fillPath(apiPaths.adminCustomer, { id }), { name: 'Yellowfeather' })
  await staff.call('POST', apiPaths.adminSchedules, {
    orderId,
    scheduledDate: '2026-03-05',
    notes: email,
  })
  await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), { reason: email })
  await shop.runJob('refund.send')
  await shop.sql('alter table schedules rename to schedules_away')
  expect((await bird.call('DELETE', apiPaths.personalData)).status).toBe(500)
  await shop.sql('alter table schedules_away rename to schedules')
  expect((await bird.call('DELETE', apiPaths.personalData)).status).toBe(200)
  await shop.deliverPending()

  expect(lines.join('')).toContain('request failed')
  expectNotLogged(lines, [...secrets, portalId, DECLINED_CARD, STAFF.password, STAFF.email])
})

test('A3: no log line contains a token of reminder or calendar links', async () => {
  const { lines, log } = recordingLog()
  const shop = await openShop({ log })
  const { id } = await subscribe(shop, {})
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const reminder = (await shop.mailbox()).find(({ text }) => text.includes('/deliveries/'))
  const token = /deliveries\/([\w.-]+)/.exec(reminder?.text ?? '')?.[1] ?? ''
  const feed = calendarToken(shop.deps.linkKey, id)
  const bird = shop.buyer()

  await bird.call('GET', `/deliveries/${token}`)
  await bird.call('GET', fillPath(apiPaths.oneTap, { token }))
  await bird.call('POST', fillPath(apiPaths.oneTap, { token }))
  await bird.call('GET', fillPath(apiPaths.calendar, { token: feed }))
  await shop.sql('alter table cycles rename to cycles_away')
  expect((await bird.call('POST', fillPath(apiPaths.oneTap, { token }))).status).toBe(500)
  await shop.sql('alter table cycles_away rename to cycles')

  expect(lines.join('')).toContain('/api/deliveries/:token')
  expectNotLogged(lines, [token, token.slice(0, 40), token.split('.')[1] ?? '', feed.slice(0, 30)])
})
