import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Tx } from '#server/db/client.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'
import type { CardEvent } from '../port.ts'
import { lockIntent } from '../queries.ts'
import { intents } from '../tables.ts'
import { lockIntentOfEvent } from './record-event.ts'

const succeeded = { id: 'evt_1', type: 'payment_intent.succeeded' } as CardEvent

async function openIntent(shop: TestShop): Promise<string> {
  const buyer = shop.buyer()
  const [intentId = ''] = (await buyer.startCheckout()).body.clientSecret.split('_secret_')
  return intentId
}

/** Records the event while `work` holds the intent or the event. */
async function recordDuring(shop: TestShop, intentId: string, work: (tx: Tx) => unknown) {
  const { db } = shop.deps
  let recorded: ReturnType<typeof lockIntentOfEvent> | undefined
  await db.transaction(async (tx) => {
    await work(tx)
    recorded = db.transaction((other) => lockIntentOfEvent(other, shop.deps, intentId, succeeded))
    await untilBlocked(shop)
  })
  return recorded
}

test('an event that waits for its intent is recorded, and sees the newest intent', async () => {
  const shop = await openShop()
  const intentId = await openIntent(shop)
  const closedAt = new Date('2026-03-02T15:00:00Z')

  const found = await recordDuring(shop, intentId, async (tx) => {
    await lockIntent(tx, intentId)
    await tx.update(intents).set({ closedAt }).where(eq(intents.id, intentId))
  })

  expect(found).toMatchObject({ isNew: true, intent: { id: intentId, closedAt } })
  expect(await shop.sql(`select id from provider_events`)).toEqual([{ id: 'evt_1' }])
})

test('W2: an event that is being recorded is not new a second time', async () => {
  const shop = await openShop()
  const intentId = await openIntent(shop)

  const found = await recordDuring(shop, intentId, (tx) =>
    lockIntentOfEvent(tx, shop.deps, intentId, succeeded),
  )

  expect(found).toMatchObject({ isNew: false, intent: { id: intentId } })
})

test('an event of an unknown intent finds nothing, and is recorded', async () => {
  const shop = await openShop()
  const record = () =>
    shop.deps.db.transaction((tx) => lockIntentOfEvent(tx, shop.deps, 'pi_unknown', succeeded))

  expect(await record()).toBeUndefined()
  expect(await record()).toBeUndefined()
  expect(await shop.sql(`select id from provider_events`)).toEqual([{ id: 'evt_1' }])
})
