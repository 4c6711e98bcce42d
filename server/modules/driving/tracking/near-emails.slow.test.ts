import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { delivered, failed } from '#tests/support/driving/open-driving.ts'
import { openTracking } from '#tests/support/driving/open-tracking.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'

const MINUTE_MS = 60_000

async function open(...names: string[]) {
  const tracking = await openTracking(...names)
  const { shop, phone, setTime } = tracking
  setTime(20)
  await phone.report({ type: 'departed' })
  await shop.deliverPending()
  return tracking
}

test('rule 63: subscribed customers are emailed once, when two stops come before theirs', async () => {
  const { shop, phone, ids, productId, wantEmail, nearEmails } = await open('a', 'b', 'c', 'd', 'e')
  expect(await wantEmail(4)).toMatchObject({ status: 200, body: { isWanted: true } })

  await phone.report(delivered(ids[0], productId))
  await shop.deliverPending()
  expect(await nearEmails()).toEqual([])
  await phone.report(delivered(ids[1], productId))
  await shop.deliverPending()
  expect(await nearEmails()).toEqual(['door5@example.com: Your delivery is two stops away'])
  await phone.report(delivered(ids[2], productId), delivered(ids[3], productId))
  await shop.deliverPending()

  expect(await nearEmails()).toHaveLength(1)
  const email = (await shop.mailbox()).find(({ subject }) => subject.includes('two stops away'))
  expect(email?.text).toMatch(/We expect to be at your door between \d+:\d\d AM and \d+:\d\d AM/)
})

test('no one is emailed who did not ask, or no longer wants it', async () => {
  const { shop, phone, ids, productId, wantEmail, nearEmails } = await open('a', 'b', 'c')
  await wantEmail(2)
  await wantEmail(2, false)
  await phone.report(delivered(ids[0], productId))
  await shop.deliverPending()
  expect(await nearEmails()).toEqual([])
})

test('a setting of the customer counts for every delivery without a choice of its own', async () => {
  const { shop, phone, ids, productId, wantEmail, nearEmails } = await open('a', 'b', 'c')
  const ana = await customerBrowser(shop)
  expect((await ana.call('GET', apiPaths.nearEmail)).body).toEqual({ isWanted: false })
  const on = await ana.call('PUT', apiPaths.nearEmail, { isWanted: true })
  expect(on).toMatchObject({ status: 200, body: { isWanted: true } })
  await wantEmail(1, false)

  await phone.report(delivered(ids[0], productId))
  await shop.deliverPending()

  expect(await nearEmails()).toEqual(['door3@example.com: Your delivery is one stop away'])
  await ana.call('PUT', apiPaths.nearEmail, { isWanted: false })
  expect((await ana.call('GET', apiPaths.nearEmail)).body).toEqual({ isWanted: false })
})

test('stops in another order: the email is sent when few are left, and none to one who was visited', async () => {
  const { shop, phone, ids, productId, wantEmail, nearEmails } = await open('a', 'b', 'c', 'd', 'e')
  for (const index of [3, 4]) await wantEmail(index)
  await phone.report(delivered(ids[4], productId))
  await phone.report(failed(ids[2]))
  await shop.deliverPending()
  expect(await nearEmails()).toEqual(['door4@example.com: Your delivery is two stops away'])
})

test('rule 57: events older than 15 minutes send nothing', async () => {
  const { shop, phone, ids, productId, wantEmail, nearEmails } = await open('a', 'b', 'c', 'd')
  await wantEmail(3)
  const old = phone.event(delivered(ids[0], productId))
  shop.clock.advance(16 * MINUTE_MS)
  await phone.report(old)
  await shop.deliverPending()
  expect(await nearEmails()).toEqual([])
  await phone.report(delivered(ids[1], productId))
  await shop.deliverPending()
  expect(await nearEmails()).toEqual(['door4@example.com: Your delivery is one stop away'])
})

test('a phone that sends everything at once: no one whose stop is among it is emailed', async () => {
  const { shop, phone, ids, productId, wantEmail } = await open('a', 'b', 'c', 'd')
  for (const index of [1, 3]) await wantEmail(index)
  await phone.report(delivered(ids[0], productId), delivered(ids[1], productId))
  const queued = await shop.sql<{ subject_id: string }>(
    `select subject_id from emails where kind = 'truck_near'`,
  )
  const row = await shop.sql<{ order_id: string }>('select order_id from schedules where id = $1', [
    ids[3],
  ])
  expect(queued.map(({ subject_id }) => subject_id)).toEqual(row.map(({ order_id }) => order_id))
})

test('parallel events of two phones queue one email; one that is overtaken is not sent', async () => {
  const { shop, phone, openPhone, sam, ids, productId, wantEmail, nearEmails } = await open(
    ...['a', 'b', 'c', 'd'],
  )
  await wantEmail(3)
  const other = await openPhone(sam)
  await other.load()
  await Promise.all([
    phone.report(delivered(ids[0], productId)),
    other.report(delivered(ids[1], productId)),
    phone.report(failed(ids[2])),
  ])
  const count = `select count(*)::int as n from emails where kind = 'truck_near'`
  expect(await shop.sql(count)).toEqual([{ n: 1 }])
  await phone.report(delivered(ids[3], productId))
  await shop.deliverPending()
  expect(await nearEmails()).toEqual([])
})

test('an unknown order and a body without a choice are rejected', async () => {
  const { shop } = await openTracking('a')
  const { firstOrder } = {
    firstOrder: (await shop.sql<{ id: string }>('select id from orders'))[0],
  }
  const put = (id: string, body: unknown) =>
    shop.buyer().call('PUT', `/api/orders/${id}/near-email`, body)
  expect((await put('7b0a2c1e-0000-4000-8000-000000000000', { isWanted: true })).status).toBe(404)
  expect((await put('x', { isWanted: true })).status).toBe(404)
  expect((await put(firstOrder?.id ?? '', { isWanted: 'yes' })).status).toBe(400)
  expect((await put(firstOrder?.id ?? '', null)).status).toBe(400)
})
