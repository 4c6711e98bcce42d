import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { writeBackup } from '#server/backup/write-backup.ts'
import { cloneDatabase, emptyDatabase } from '#tests/support/database/clone-database.ts'
import { freshDatabase, templateUrl } from '#tests/support/database/fresh-database.ts'
import { runAndKill } from '#tests/support/database/killed-command.ts'
import { openDoomedShop } from '#tests/support/database/restored-shop.ts'
import { openShop } from '#tests/support/open-shop.ts'

const clock = { now: () => new Date('2026-03-02T10:00:00Z') }

/** Parts of the work after which the process is killed. */
const PARTS = [0.02, 0.2, 0.45, 0.7, 0.85, 0.95, 0.99]
const killPoints = (steps: number) => PARTS.map((part) => Math.max(2, Math.floor(steps * part)))

async function reader(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return async <T>(sql: string) => (await client.query(sql)).rows as T[]
}

async function openTarget() {
  const { url, drop } = await emptyDatabase(templateUrl())
  onTestFinished(drop)
  const read = await reader(url)
  /** The state that the next process starts with. */
  const state = async () => {
    const [found] = await read<{ marked: boolean; tables: number; pauses: boolean }>(
      `select to_regnamespace('unfinished_restore') is not null as marked,
         to_regclass('pauses') is not null as pauses,
         (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
    )
    if (found?.marked) return 'unfinished'
    if (found?.tables === 0) return 'empty'
    const open = found?.pauses ? await read('select from pauses where ended_at is null') : []
    return open.length === 1 ? 'paused' : 'open'
  }
  return { url, read, state }
}

test('AU22: a restore that is killed at any step leaves no shop that sells, and can be repeated', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const shop = await openShop({ databaseUrl: database.url })
  await shop.buyer().buy()
  await shop.deliverPending()
  await shop.close()
  const folder = await mkdtemp(join(tmpdir(), 'carboy-killed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const options = { url: database.url, folder, secret: undefined, clock }
  const { path } = await writeBackup({ ...options, payments: 'sandbox' })
  const args = [path, '--yes']
  const whole = await openTarget()
  const { code, steps, output } = await runAndKill('restore', args, { url: whole.url })
  expect([code, output]).toEqual([0, expect.stringContaining('No differences found.')])

  let target = await openTarget()
  const seen = new Set<string>()
  for (const killAt of killPoints(steps)) {
    const killed = await runAndKill('restore', args, { url: target.url, killAt })
    expect(killed.code).not.toBe(0)
    const state = await target.state()
    seen.add(state)
    expect(['empty', 'unfinished', 'paused']).toContain(state)
    // It was loaded, and only the audit was cut off.
    if (state === 'paused') target = await openTarget()
  }
  expect(seen).toContain('unfinished')

  const last = await runAndKill('restore', args, { url: target.url })
  expect(last.code).toBe(0)
  expect(await target.state()).toBe('paused')
  expect(await target.read('select last_number - first_number + 1 as n from invoice_gaps')).toEqual(
    [{ n: 1_000 }],
  )
  expect(await target.read('select status from orders')).toEqual([{ status: 'confirmed' }])
})

/** A restored shop whose process has ended, in copies to resume. Three payments were made since the backup. */
async function openRestored() {
  const { shop, backUp } = await openDoomedShop()
  const late = shop.buyer()
  const { clientSecret } = (await late.startCheckout()).body
  const placed = (await late.place(late.submission({ customerEmail: 'late@example.com' }))).body
  const restore = await backUp()
  // One order of the backup was paid after it, two orders are not in it.
  await late.confirm(placed.clientSecret ?? clientSecret)
  for (const name of ['one', 'two'])
    await shop.buyer().buy(shop.buyer().submission({ customerEmail: `${name}@example.com` }))
  await shop.deliverPending()
  const restored = await restore()
  const { databaseUrl } = restored.deps
  await restored.close()

  return async () => {
    const { url, drop } = await cloneDatabase(databaseUrl)
    onTestFinished(drop)
    const read = await reader(url)
    const resume = (kill: { killAt?: number; killOn?: string } = {}) =>
      runAndKill('resume', ['--yes'], { url, ...kill })
    const isPaused = async () =>
      (await read('select from pauses where ended_at is null')).length === 1
    const books = async () => ({
      gaps: await read('select last_number - first_number + 1 as n from invoice_gaps'),
      counts: await read(`select comparison - 'found' as counts from pauses`),
      orders: await read(
        'select o.status, p.status as paid from orders o join payments p on p.order_id = o.id order by 1, 2',
      ),
      refunds: await read('select dedupe_key like $$send-back:%$$ as back from refunds'),
      alerts: await read('select kind, message from alerts order by message'),
      charges: await read(`select from sandbox.objects where type = 'charge'`),
    })
    return { resume, isPaused, books }
  }
}

const COUNTS =
  'Payments since the backup: 3. Added to their orders: 1, refunded: 2, to look at on the dashboard: 0.\n'

test('AU22: a resume that is killed at any step stays paused, and the next one ends with the same books', async () => {
  const copy = await openRestored()
  const whole = await copy()
  const { code, steps, output } = await whole.resume()
  expect([code, output]).toEqual([0, expect.stringContaining('The shop is open again')])
  expect(output).toContain(COUNTS)
  const expected = await whole.books()
  expect(expected.gaps).toEqual([{ n: 1_003 }])
  expect(expected.refunds).toHaveLength(2)
  expect(expected.alerts).toHaveLength(2)

  const target = await copy()
  let pausedKills = 0
  for (const killAt of killPoints(steps)) {
    const killed = await target.resume({ killAt })
    // Completed bookings are not repeated, so a later run may be through before its step comes.
    if (killed.code === 0) break
    if (await target.isPaused()) pausedKills += 1
    // The pause ends with the last change, or not at all.
    else expect(await target.books()).toEqual(expected)
  }
  expect(pausedKills).toBeGreaterThanOrEqual(3)
  const last = await target.resume()
  expect(last.output).toContain(COUNTS)
  expect(await target.isPaused()).toBe(false)
  expect(await target.books()).toEqual(expected)
})

test.each([
  ['between a refund and its alert', 'insert into "alerts"'],
  ['as the last count is written', '"compared_at" = '],
  ['as the pause ends', '"ended_at" = '],
])(
  'AU22: a resume that is killed %s stays paused, and the next one counts every payment',
  async (_, killOn) => {
    const copy = await openRestored()
    const whole = await copy()
    await whole.resume()
    const target = await copy()

    expect((await target.resume({ killOn })).code).toBe(null)
    expect(await target.isPaused()).toBe(true)

    const { code, output } = await target.resume()
    expect([code, output]).toEqual([0, expect.stringContaining(COUNTS)])
    expect(await target.isPaused()).toBe(false)
    expect(await target.books()).toEqual(await whole.books())
  },
)

test('AU22: a resume that is killed after the pause has ended leaves its counts for the next one', async () => {
  const copy = await openRestored()
  const target = await copy()
  expect((await target.resume({ killOn: 'Payments since' })).code).toBe(null)
  expect(await target.isPaused()).toBe(false)

  const { code, output } = await target.resume()
  expect(code).toBe(1)
  expect(output).toMatch(
    /^The shop isn't paused\. Nothing was changed\.\nIt was resumed at \S+Z\. /,
  )
  expect(output).toContain(COUNTS)
})
