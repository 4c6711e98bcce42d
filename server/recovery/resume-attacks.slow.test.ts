import { expect, test } from 'vitest'
import { openDoomedShop } from '#tests/support/database/restored-shop.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { findPause, type PauseRow, resumeShop } from '../modules/recovery/index.ts'
import { compareBooks } from './compare-books.ts'

const buy = (shop: TestShop, name: string) =>
  shop.buyer().buy(shop.buyer().submission({ customerEmail: `${name}@example.com` }))

const resume = ({ deps }: TestShop, isForced = false) =>
  resumeShop(
    { ...deps, compareBooks: (pause) => compareBooks(deps, pause) },
    { actor: null, isForced, discardsQueued: false },
  )

/** A restored shop, with one payment since the backup. */
async function openRestored() {
  const { shop, backUp } = await openDoomedShop()
  const restore = await backUp()
  await buy(shop, 'late')
  return restore()
}

const COUNTS = { payments: 1, adopted: 0, refunded: 1, setAside: 0 }

const storedCounts = (shop: TestShop) =>
  shop.sql(`select comparison - 'found' as counts from pauses`)

test('AU22: who compares after another has counted, or has resumed, leaves those counts', async () => {
  const shop = await openRestored()
  // Both have read the pause before either of them compares.
  const pause = (await findPause(shop.deps.db)) as PauseRow
  await compareBooks(shop.deps, pause)

  expect(await compareBooks(shop.deps, pause)).toEqual(COUNTS)
  expect(await storedCounts(shop)).toEqual([{ counts: COUNTS }])

  await resume(shop)
  await expect(compareBooks(shop.deps, pause)).rejects.toMatchObject({ code: 'not_paused' })
  expect(await storedCounts(shop)).toEqual([{ counts: COUNTS }])
})

test('AU22: a database that goes away is not taken for the provider, and force does not skip it', async () => {
  const shop = await openRestored()
  const other = await openShop({ databaseUrl: shop.deps.databaseUrl })
  await other.sql(`create function go_away() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
  await other.sql(`create trigger go_away before update of comparison on pauses
    for each row execute function go_away()`)

  for (const isForced of [false, true])
    await expect(resume(shop, isForced)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await other.sql('select id from pauses where ended_at is null')).toHaveLength(1)

  await other.sql('drop trigger go_away on pauses')
  expect((await resume(shop)).pause).toMatchObject({ comparison: COUNTS, isForced: false })
})

test.each([3, 24 * 400])(
  'AU22: a clock that was %i hours ahead at the backup hides no payment',
  async (hours) => {
    const { shop, backUp } = await openDoomedShop()
    await buy(shop, 'early')
    await shop.deliverPending()
    await shop.runJob('payment.readBalance')
    shop.clock.advance(hours * 3_600_000)
    const restore = await backUp()
    shop.clock.advance(-hours * 3_600_000 + 60_000)
    await buy(shop, 'late')
    const restored = await restore()
    // The shop runs for a while before the owner resumes it.
    restored.clock.advance(600_000)
    await restored.runJob('payment.readBalance')

    expect((await resume(restored)).pause.comparison).toMatchObject(COUNTS)
  },
)
