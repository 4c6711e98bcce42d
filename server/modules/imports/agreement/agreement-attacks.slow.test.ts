import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { DECLINED_CARD, SECURE_CARD } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, runOnDays } from '#tests/support/subscriber.ts'
import {
  agree,
  answerAgreement,
  emailedTokens,
  importAndSend,
  listImports,
  readAgreement,
  sendLinks,
  startCard,
} from '#tests/support/subscription-import.ts'

async function openWithLink(change: Record<string, string | number> = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  return { shop, staff, token: await importAndSend(shop, staff, change) }
}

const terms = { answer: 'agree', total: '22.92', firstDelivery: '2026-03-10' }

test('guessed, cut and foreign tokens open nothing', async () => {
  const { shop, staff, token } = await openWithLink()
  const { rows } = await listImports(staff)
  const eve = shop.buyer()
  for (const guess of [
    token.slice(0, -1),
    `${token}x`,
    'x'.repeat(1000),
    rows[0]?.id ?? '',
    '%00',
  ]) {
    expect([400, 404]).toContain((await readAgreement(eve, guess)).status)
    expect([400, 404]).toContain((await startCard(eve, guess)).status)
    expect([400, 404]).toContain((await answerAgreement(eve, guess, { answer: 'decline' })).status)
  }
  expect((await listImports(staff)).counts).toMatchObject({ sent: 1 })
})

test('an expired link shows nothing and takes no answer', async () => {
  const { shop, token } = await openWithLink()
  shop.clock.advance(30 * 86_400_000)
  const ben = shop.buyer()
  const replies = [
    await readAgreement(ben, token),
    await startCard(ben, token),
    await answerAgreement(ben, token, terms),
  ]
  expect(replies.map(({ body }) => body.code)).toEqual(Array(3).fill('link_invalid'))
  expect(JSON.stringify(replies)).not.toContain('Olsen')
})

test('parallel answers start one subscription, and agreeing again returns the same one', async () => {
  const { shop, token } = await openWithLink()
  const ben = shop.buyer()
  const { body } = await readAgreement(ben, token)
  const secrets = await Promise.all([startCard(ben, token), startCard(ben, token)])
  await ben.confirm(secrets[0]?.body.clientSecret ?? '')
  const answer = { answer: 'agree', total: body.total, firstDelivery: body.deliveryDate }

  const replies = await Promise.all([1, 2, 3, 4].map(() => answerAgreement(ben, token, answer)))
  const again = await answerAgreement(shop.buyer(), token, answer)

  expect(new Set(secrets.map((reply) => reply.body.clientSecret)).size).toBe(1)
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const ids = new Set([...replies, again].map((reply) => reply.body.subscriptionId))
  expect(ids.size).toBe(1)
  expect(await shop.sql('select 1 from subscriptions')).toHaveLength(1)
  expect(await shop.sql('select 1 from orders')).toHaveLength(1)
  const declined = await answerAgreement(ben, token, { answer: 'decline' })
  expect(declined.body.code).toBe('already_answered')
})

test('agreeing while staff remove the line: one of both wins, never half', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { shop, staff, token } = await openWithLink()
    const ben = shop.buyer()
    const { body } = await readAgreement(ben, token)
    const { clientSecret } = (await startCard(ben, token)).body
    await ben.confirm(clientSecret)
    const { rows } = await listImports(staff)
    const path = fillPath(apiPaths.adminImportedSubscription, { id: rows[0]?.id ?? '' })
    const answer = { answer: 'agree', total: body.total, firstDelivery: body.deliveryDate }

    const [removed, agreed] = await Promise.all([
      staff.call('DELETE', path),
      answerAgreement(ben, token, answer),
    ])

    const counts = [await shop.sql('select 1 from subscriptions'), (await listImports(staff)).rows]
    if (removed.status === 204) expect([agreed.status, ...counts]).toEqual([404, [], []])
    else expect([removed.status, agreed.status]).toEqual([409, 200])
    expect(counts[0]?.length).toBe(counts[1]?.length)
  }
})

test('no card, a declined card or one that is not authenticated starts nothing', async () => {
  const { shop, token } = await openWithLink()
  const ben = shop.buyer()
  const { total, deliveryDate } = (await readAgreement(ben, token)).body
  const answer = { answer: 'agree', total, firstDelivery: deliveryDate }

  const without = await answerAgreement(ben, token, answer)
  const { clientSecret } = (await startCard(ben, token)).body
  const declined = await ben.confirm(clientSecret, DECLINED_CARD)
  const afterDecline = await answerAgreement(ben, token, answer)
  const secured = await ben.confirm(clientSecret, SECURE_CARD)
  const unauthenticated = await answerAgreement(ben, token, answer)
  await ben.authenticate(clientSecret, 'complete')
  const authenticated = await answerAgreement(ben, token, answer)

  expect(declined.body.error).toBeDefined()
  expect(secured.body.needsAuthentication).toBe(true)
  for (const reply of [without, afterDecline, unauthenticated])
    expect([reply.status, reply.body.code]).toEqual([409, 'no_card_yet'])
  expect(authenticated.status).toBe(200)
})

test('another price or date than the page showed is shown again first', async () => {
  const { shop, token } = await openWithLink()
  const ben = shop.buyer()
  const { total, deliveryDate } = (await readAgreement(ben, token)).body
  const { clientSecret } = (await startCard(ben, token)).body
  await ben.confirm(clientSecret)

  for (const wrong of [{ total: '0.01' }, { firstDelivery: '2026-03-09' }]) {
    const reply = await answerAgreement(ben, token, {
      answer: 'agree',
      total,
      firstDelivery: deliveryDate,
      ...wrong,
    })
    expect([reply.status, reply.body.code]).toEqual([409, 'terms_changed'])
  }
  expect(await shop.sql('select 1 from subscriptions')).toEqual([])
})

test('a setup that belongs to another link is no card of this one', async () => {
  const { shop, staff, token } = await openWithLink()
  const other = await importAndSend(shop, staff, { Email: 'cara@example.com' })
  const cara = shop.buyer()
  await cara.confirm((await startCard(cara, other)).body.clientSecret)

  const { total, deliveryDate } = (await readAgreement(cara, token)).body
  const stolen = await answerAgreement(cara, token, {
    answer: 'agree',
    total,
    firstDelivery: deliveryDate,
  })

  expect(stolen.body.code).toBe('no_card_yet')
})

test('a link that was sent again while the customer agrees does not start two', async () => {
  const { shop, staff, token } = await openWithLink()
  shop.clock.advance(61_000)
  const { rows } = await listImports(staff)
  await sendLinks(staff, { id: rows[0]?.id ?? '' })
  const fresh = (await emailedTokens(shop)).at(-1) ?? ''

  expect((await readAgreement(shop.buyer(), token)).status).toBe(404)
  expect((await agree(shop.buyer(), fresh)).status).toBe(200)
  const again = await sendLinks(staff, { id: rows[0]?.id ?? '' })
  expect(again.body.code).toBe('already_answered')
})

test('erasing the customer deletes the line; an export contains it', async () => {
  const { shop, staff, token } = await openWithLink()
  const ben = await customerBrowser(shop, 'ben@example.com')
  const exported = await ben.call<Record<string, unknown>>('GET', apiPaths.personalData)
  await agree(shop.buyer(), token)

  const erased = await ben.call('DELETE', apiPaths.personalData)
  await runOnDays(shop, '2026-03-10', '2026-03-17')

  expect(exported.body).toMatchObject({
    importedSubscriptions: [{ customerEmail: 'ben@example.com', notes: 'Side door' }],
    importedBottles: [{ bottlesHeld: 5, bottles: 5 }],
  })
  expect(JSON.stringify(exported.body)).not.toContain('tokenHash')
  expect(erased.status).toBeLessThan(300)
  expect(await shop.sql('select 1 from imported_subscriptions')).toEqual([])
  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'cancelled' }])
  expect(await capturedCents(shop)).toEqual([])
  const dump = await shop.sql("select string_agg(o::text, '') as text from orders o")
  expect(JSON.stringify(dump)).not.toContain('Olsen')
  expect((await listImports(staff)).rows ?? []).toEqual([])
})
