import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { checkouts } from '#server/modules/checkout/tables.ts'
import { intents } from '#server/modules/payments/tables.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { type Db, openDatabase } from './client.ts'
import { type Params, preparedStatement } from './prepared-statement.ts'

const write = preparedStatement(
  (db, param: Params<{ id: string; browserHash: string; orderId: string; createdAt: Date }>) =>
    db.insert(checkouts).values({
      id: param('id'),
      browserHash: param('browserHash'),
      orderId: param('orderId'),
      provisionalCents: 100,
      createdAt: param('createdAt'),
    }),
)
const find = preparedStatement((db, param: Params<{ id: string }>) =>
  db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, param('id')))
    .for('update'),
)
type MoveParams = { id: string; endedAt: Date | null; intent: string | null }
const move = preparedStatement((db, param: Params<MoveParams>) =>
  db
    .update(checkouts)
    .set({ endedAt: param('endedAt'), intentId: param('intent') })
    .where(eq(checkouts.id, param('id')))
    .returning({ endedAt: checkouts.endedAt, intent: checkouts.intentId }),
)
const selectAge = preparedStatement((db, param: Params<{ id: string }>) =>
  db
    .select({
      seconds: sql`extract(epoch from ${checkouts.createdAt})`.mapWith(Number),
      named: sql<string>`upper(${checkouts.browserHash})`.as('named'),
      nothing: sql<string | null>`null`,
    })
    .from(checkouts)
    .where(eq(checkouts.id, param('id'))),
)
const selectPair = preparedStatement((db, param: Params<{ id: string }>) =>
  db
    .select({ own: { id: checkouts.id }, intent: { id: intents.id } })
    .from(checkouts)
    .leftJoin(intents, eq(intents.orderId, checkouts.orderId))
    .where(eq(checkouts.id, param('id'))),
)

const id = '11111111-1111-4111-8111-111111111111'
const orderId = '22222222-2222-4222-8222-222222222222'
const at = new Date('2026-03-02T15:00:00Z')
const row = { id, browserHash: 'browser', orderId, createdAt: at }

async function open() {
  const { url, drop } = await freshDatabase()
  const { db, close } = openDatabase(url, { poolSize: 3, log: silentLog })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  return db
}

test('a statement runs only in the transaction it is called with', async () => {
  const db = await open()

  const undone = db.transaction(async (tx) => {
    await write(tx, row)
    expect(await find(tx, { id })).toMatchObject([{ browserHash: 'browser', createdAt: at }])
    expect(await find(db, { id })).toEqual([])
    tx.rollback()
  })

  await expect(undone).rejects.toThrow()
  expect(await find(db, { id })).toEqual([])
})

test('dates and nulls are converted as in any other query', async () => {
  const db = await open()

  await write(db, row)

  const ends = [
    { endedAt: at, intent: 'pi_1' },
    { endedAt: null, intent: null },
  ]
  for (const end of ends) expect(await move(db, { id, ...end })).toEqual([end])
  expect(await find(db, { id })).toEqual(await db.select().from(checkouts))
})

test('expressions are decoded, and joined rows are nested', async () => {
  const db = await open()
  await write(db, row)

  expect(await selectAge(db, { id })).toEqual([
    { seconds: at.getTime() / 1000, named: 'BROWSER', nothing: null },
  ])
  expect(await selectPair(db, { id })).toEqual([{ own: { id }, intent: null }])
})

test('joined rows are read as by Drizzle, also those that are missing or half empty', async () => {
  const db = await open()
  await write(db, row)
  const joined = (from: Db) =>
    from
      .select({ checkout: checkouts, intent: intents, age: sql<number>`1`.mapWith(Number) })
      .from(checkouts)
      .leftJoin(intents, eq(intents.orderId, checkouts.orderId))
  const prepared = preparedStatement((from) => joined(from))

  expect(await prepared(db, {})).toEqual(await joined(db))
  await db.insert(intents).values({ id: 'pi_1', orderId, livemode: false, createdAt: at })
  const [found] = await prepared(db, {})
  expect(found).toMatchObject({ checkout: { id }, intent: { id: 'pi_1', network: null } })
  expect([found]).toEqual(await joined(db))
})

test('a database error is thrown as in any other query', async () => {
  const db = await open()
  await write(db, row)

  await expect(write(db, row)).rejects.toMatchObject({
    cause: { code: '23505', constraint: 'checkouts_pkey' },
  })
})
