import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'

const DAY_MS = 86_400_000

test('the record of an email is kept for two years, and one that still waits is kept', async () => {
  const shop = await openShop()
  await shop.buyer().buy()
  await shop.deliverPending()
  await shop.sql(
    `insert into emails (id, kind, subject_id, dedupe_key, status, due_at, created_at)
     select gen_random_uuid(), kind, subject_id, 'copy ' || n, case n when 1 then 'pending' else 'discarded' end,
       due_at, created_at from emails, generate_series(1, 2500) n`,
  )
  const count = async () => (await shop.sql('select id from emails')).length

  shop.clock.advance(729 * DAY_MS)
  await shop.runJob('email.purge')
  expect(await count()).toBe(2_501)
  shop.clock.advance(2 * DAY_MS)
  await shop.runJob('email.purge')
  expect(await shop.sql('select status, dedupe_key from emails')).toEqual([
    { status: 'pending', dedupe_key: 'copy 1' },
  ])
})

test('the development mailbox keeps emails for 30 days', async () => {
  const shop = await openShop()
  await shop.buyer().buy()
  await shop.deliverPending()

  shop.clock.advance(29 * DAY_MS)
  await shop.runJob('email.purge')
  expect(await shop.mailbox()).toHaveLength(1)
  shop.clock.advance(2 * DAY_MS)
  await shop.runJob('email.purge')
  expect(await shop.mailbox()).toEqual([])
})
