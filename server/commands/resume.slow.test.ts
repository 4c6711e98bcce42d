import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDoomedShop } from '#tests/support/database/restored-shop.ts'
import { runCommand } from '#tests/support/run-command.ts'

/** A restored shop whose process has ended, with one payment since the backup. */
async function openRestored() {
  const { shop, backUp } = await openDoomedShop()
  await shop.buyer().buy()
  await shop.deps.sandbox?.deliverDue()
  const restore = await backUp()
  await shop.buyer().buy(shop.buyer().submission({ customerEmail: 'late@example.com' }))
  await shop.deliverPending()
  const restored = await restore()
  const { databaseUrl } = restored.deps
  await restored.close()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const resume = (...args: string[]) =>
    runCommand('resume', args, { DATABASE_URL: databaseUrl, SEED: 'none' })
  const openPauses = async () =>
    (await client.query('select id from pauses where ended_at is null')).rows.length
  return { client, resume, openPauses }
}

test('npm run resume asks first, ends the pause once, and prints what it found', async () => {
  const { client, resume, openPauses } = await openRestored()

  const asked = await resume()
  expect([asked.code, asked.output]).toEqual([
    1,
    expect.stringMatching(/^Emails .* taken: 1\.\nThe shop is paused since .*add --yes\.\n$/),
  ])
  expect(await openPauses()).toBe(1)

  const done = await resume('--yes', '--discard-emails')
  expect(done.output).toContain(
    'Payments since the backup: 1. Added to their orders: 0, refunded: 1',
  )
  expect(done.output).toContain('Emails discarded because they came too late: 1.\n')
  expect(done.output).toContain('The shop is open again')
  expect([done.code, await openPauses()]).toEqual([0, 0])
  const { rows } = await client.query("select status from emails where kind = 'order_confirmed'")
  expect(rows).toEqual([{ status: 'discarded' }])

  const again = await resume('--yes')
  expect([again.code, again.output]).toEqual([
    1,
    expect.stringMatching(
      /^The shop isn't paused\. Nothing was changed\.\nIt was resumed at .*: 1\. Added .*\.\n$/,
    ),
  ])
})

test('npm run resume leaves the shop paused while another compares, or if the provider cannot be read', async () => {
  const { client, resume, openPauses } = await openRestored()

  await client.query("select pg_advisory_lock(hashtext('compare books'))")
  const busy = await resume('--yes', '--force')
  expect([busy.code, busy.output]).toEqual([
    1,
    expect.stringContaining('already resuming the shop'),
  ])
  await client.query('select pg_advisory_unlock_all()')

  await client.query('create table kept as table sandbox.objects')
  await client.query(`update sandbox.objects set data = '"broken"' where type = 'payment_intent'`)
  const failed = await resume('--yes')
  expect(failed.code).toBe(1)
  expect(failed.output).toContain("We couldn't compare your books")
  expect(failed.output).toMatch(/add --force\.\n$/)
  expect(await openPauses()).toBe(1)

  await client.query('update sandbox.objects o set data = kept.data from kept where kept.id = o.id')
  await client.query('drop table kept')
  expect((await resume('--yes')).code).toBe(0)
  expect(await openPauses()).toBe(0)
})
