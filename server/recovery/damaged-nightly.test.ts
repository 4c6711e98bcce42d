import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { type BackupStore, backUpNightly } from '../modules/recovery/index.ts'

/** A shop that backs up at three in the morning, which is eight o'clock in UTC; files listed here are damaged. */
async function openNights() {
  const shop = await openShop({ now: '2026-03-02T12:00:00Z' })
  await shop.sql("insert into backup_settings values (1, 3, null, 14, '2026-03-01')")
  const damaged = new Set<string>()
  const calls: string[] = []
  const store: BackupStore = {
    ...{ defaultFolder: '/backups', isEmbedded: true, remove: async () => {} },
    async write() {
      const takenAt = shop.clock.now()
      const path = takenAt.toISOString().slice(8, 10)
      calls.push(`write ${path}`)
      return { path, bytes: 1, takenAt }
    },
    async verify(path) {
      calls.push(`verify ${path}`)
      if (damaged.has(path)) throw new Error('The backup is incomplete or damaged.')
    },
  }
  const runAt = async (...times: string[]) => {
    calls.length = 0
    for (const time of times) {
      shop.clock.set(`2026-03-${time}:00Z`)
      await backUpNightly({ ...shop.deps, store })
    }
    return calls.join(', ')
  }
  const alerts = () =>
    shop.sql("select ended_at is null as open from alerts where kind = 'backup_failed'")
  const emails = async () =>
    (await shop.sql("select from emails where kind = 'alert_opened'")).length
  return { shop, damaged, runAt, alerts, emails }
}

test('a damaged nightly backup is verified once, alerted once, and followed by the next night', async () => {
  const { damaged, runAt, alerts, emails } = await openNights()
  damaged.add('03')
  expect(await runAt('03T08:10', '03T08:20', '03T08:30', '03T20:00', '04T07:50')).toBe(
    'write 03, verify 03',
  )
  expect(await alerts()).toEqual([{ open: true }])
  expect(await emails()).toBe(1)

  damaged.add('04')
  expect(await runAt('04T08:10', '04T08:20')).toBe('write 04, verify 04')
  expect(await emails()).toBe(1)

  expect(await runAt('05T08:10', '05T08:20')).toBe('write 05, verify 05')
  expect(await alerts()).toEqual([{ open: false }])
})

test('resolving the alert verifies the backup again; a good manual backup also ends it', async () => {
  const { shop, damaged, runAt, alerts } = await openNights()
  damaged.add('03')
  await runAt('03T08:10')
  await shop.sql('update alerts set ended_at = opened_at')
  expect(await runAt('03T08:20', '03T08:30')).toBe('verify 03')
  expect(await alerts()).toEqual([{ open: false }, { open: true }])

  await shop.sql('update alerts set ended_at = opened_at where ended_at is null')
  await shop.sql(
    "insert into backups (id, kind, path, bytes, taken_at, verified_at) values (gen_random_uuid(), 'manual', 'm', 1, $1, $1)",
    ['2026-03-03T08:35:00Z'],
  )
  expect(await runAt('03T08:40')).toBe('')
})

test('a backup whose process ended before it was verified is verified by the next one', async () => {
  const { shop, runAt, alerts } = await openNights()
  await shop.sql(
    "insert into backups (id, kind, path, bytes, taken_at) values (gen_random_uuid(), 'nightly', 'cut', 1, $1)",
    ['2026-03-03T08:10:00Z'],
  )
  expect(await runAt('03T08:20', '03T08:30')).toBe('verify cut')
  expect(await alerts()).toEqual([])
})
