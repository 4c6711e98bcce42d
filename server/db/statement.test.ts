import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkouts } from '#server/modules/checkout/tables.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { quietLog } from '#tests/support/world.ts'
import { openDatabase } from './client.ts'
import { type Given, statement } from './statement.ts'

const write = statement(
  (db, given: Given<{ id: string; browserHash: string; orderId: string; createdAt: Date }>) =>
    db.insert(checkouts).values({
      id: given('id'),
      browserHash: given('browserHash'),
      orderId: given('orderId'),
      provisionalCents: 100,
      createdAt: given('createdAt'),
    }),
)
const find = statement((db, given: Given<{ id: string }>) =>
  db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, given('id')))
    .for('update'),
)
const move = statement((db, given: Given<{ id: string; endedAt: Date; intent: string | null }>) =>
  db
    .update(checkouts)
    .set({ endedAt: given('endedAt'), intentId: given('intent') })
    .where(eq(checkouts.id, given('id')))
    .returning({ endedAt: checkouts.endedAt, intent: checkouts.intentId }),
)

const id = '11111111-1111-4111-8111-111111111111'
const orderId = '22222222-2222-4222-8222-222222222222'
const at = new Date('2026-03-02T15:00:00Z')
const row = { id, browserHash: 'browser', orderId, createdAt: at }

test('a statement runs in the transaction that it is given, and nowhere else', async () => {
  const database = await freshDatabase()
  const { db, close } = openDatabase(database.url, { poolSize: 3, log: quietLog })

  const undone = db.transaction(async (tx) => {
    await write(tx, row)
    expect(await find(tx, { id })).toMatchObject([{ browserHash: 'browser', createdAt: at }])
    expect(await find(db, { id })).toEqual([])
    tx.rollback()
  })

  await expect(undone).rejects.toThrow()
  expect(await find(db, { id })).toEqual([])
  await close()
  await database.drop()
})

test('dates and nulls pass in and out as with any other query', async () => {
  const database = await freshDatabase()
  const { db, close } = openDatabase(database.url, { poolSize: 3, log: quietLog })

  await write(db, row)

  for (const intent of ['pi_1', null]) {
    expect(await move(db, { id, endedAt: at, intent })).toEqual([{ endedAt: at, intent }])
  }
  expect(await find(db, { id })).toEqual(await db.select().from(checkouts))
  await close()
  await database.drop()
})
