import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { describeError, openLog } from '#server/open-log.ts'
import { DECLINED_CARD, SECURE_CARD } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { sendEvent } from '#tests/support/provider-books.ts'

const canary = {
  customerName: 'Canaria Yellowfeather',
  customerEmail: 'canary.bird@nest.example',
  customerPhone: '555-CANARY-01',
  deliveryAddress: '1 Canary Row',
}

function listeningLog() {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, log: openLog('debug', destination) }
}

test('P2: a whole run with every kind of failure leaves no personal word in any log line', async () => {
  const { lines, log } = listeningLog()
  const shop = await openShop({ log, env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const bird = shop.buyer()
  const submission = bird.submission(canary)
  const faults = shop.deps.sandbox?.faults
  const { clientSecret } = (await bird.begin()).body
  const secrets = { clientSecret, cookie: bird.cookies.get('checkout') ?? '' }

  // What the buyer gets wrong, what the provider refuses, what breaks in between.
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
  await sendEvent(shop, intentId, { id: 'evt_c', claim: { receipt_email: canary.customerEmail } })
  await bird.confirm(clientSecret)
  await shop.settleDown()
  await bird.order(orderId)
  await shop.sweep('payment.reconcile')
  await shop.sweep('payment.expire')

  const [mail] = await shop.sql('select status, attempts from mails')
  expect(mail).toEqual({ status: 'waiting', attempts: 1 })
  const text = lines.join('')
  expect(lines.length).toBeGreaterThan(20)
  expect(text).toContain('request failed')
  expect(text).toContain('mail not sent')
  const words = [...Object.values(canary), ...Object.values(secrets), DECLINED_CARD, SECURE_CARD]
  for (const word of [...words, 'Yellowfeather', 'nest.example', '4242']) {
    const telling = lines.filter((line) => line.includes(word))
    expect([word, telling]).toEqual([word, []])
  }
})

test('P2: an error is logged by kind and place, never by what a database or provider quotes', () => {
  const refused = Object.assign(
    new Error('Key (email)=(canary.bird@nest.example) already exists'),
    {
      code: '23505',
      constraint: 'customers_email_unique',
      detail: 'canary.bird@nest.example',
    },
  )
  const error = Object.assign(
    new Error('Failed query: insert … params: canary.bird@nest.example'),
    {
      params: ['canary.bird@nest.example'],
      cause: refused,
    },
  )
  class QueryError extends Error {}
  Object.setPrototypeOf(error, QueryError.prototype)

  const told = describeError(error)

  expect(JSON.stringify(told)).not.toContain('canary')
  expect(told).toMatchObject({
    type: 'QueryError',
    cause: { code: '23505', constraint: 'customers_email_unique' },
  })
  expect(describeError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
  })
})

test('P2: requests are logged by their route, with an id that the answer carries too', async () => {
  const { lines, log } = listeningLog()
  const shop = await openShop({ log })

  const { headers } = await shop.buyer().order('11111111-1111-4111-8111-111111111111')

  const line = lines.map((one) => JSON.parse(one)).find(({ msg }) => msg === 'request')
  expect(line).toMatchObject({ route: '/api/orders/:id', status: 404, method: 'GET' })
  expect(line.requestId).toBe(headers.get('x-request-id'))
})
