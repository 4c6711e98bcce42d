import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#server/adapters/system-runtime.ts'
import { readConfig } from '#server/config/config.ts'
import { pauseShop, recordBackup, recordVerified } from '#server/modules/recovery/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { fixedClock } from '#tests/support/test-runtime.ts'
import { testCertificate } from '#tests/support/tls/test-certificate.ts'
import { checkBackup, checkPause, checkVerifiedRestore } from './backups.ts'
import { checkCertificate } from './certificate.ts'
import { checkClock } from './clock.ts'
import { checkDisk } from './disk.ts'
import { checkTimeZone } from './time-zone.ts'
import { checkTwoStep } from './two-step.ts'
import { checkWebhooks } from './webhooks.ts'

async function tlsServer() {
  const server = createServer(testCertificate).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

test('a certificate is accepted, about to expire, expired, untrusted or unreachable', async () => {
  const url = await tlsServer()
  const end = new Date(new X509Certificate(testCertificate.cert).validTo).getTime()
  const status = async (daysLeft: number, options = {}) => {
    const clock = fixedClock(new Date(end - daysLeft * 86_400_000 - 1000).toISOString())
    return (await checkCertificate(url, clock, { host: '127.0.0.1', ...options })).status
  }
  const trusted = { ca: testCertificate.cert, servername: 'localhost' }

  expect(await status(30, trusted)).toBe('ok')
  expect(await status(13, trusted)).toBe('warn')
  expect(await status(-2, trusted)).toBe('fail')
  expect(await status(30)).toBe('fail')
  expect((await checkCertificate('https://localhost:1', systemClock)).status).toBe('warn')
  expect((await checkCertificate('http://localhost:3000', systemClock)).status).toBe('ok')
})

test('a clock that differs from the database is a warning, then a failure', async () => {
  const { deps } = await openShop()
  const checkAfter = async (ms: number) => {
    const now = () => new Date(Date.now() + ms)
    return (await checkClock(deps.pool, { now })).status
  }

  expect(await checkAfter(0)).toBe('ok')
  expect(await checkAfter(-10_000)).toBe('warn')
  expect(await checkAfter(60_000)).toBe('fail')
  expect(await checkAfter(-60_000)).toBe('fail')
})

test('a time zone of the environment that differs from the settings is named', async () => {
  const { deps } = await openShop()
  const settings = await readSettings(deps.db)
  const check = (env: Record<string, string>) =>
    checkTimeZone(deps.pool, settings, readConfig(env), deps.clock)

  expect(await check({})).toEqual({
    status: 'ok',
    message: "The shop's time zone is America/New_York.",
  })
  expect((await check({ SHOP_TIME_ZONE: 'Asia/Tokyo' })).status).toBe('warn')
  await deps.pool.query("update settings set value = 'UTC' where name = 'time_zone'")
  expect((await check({})).status).toBe('warn')
})

test('staff without two-step verification are listed, disabled accounts are not', async () => {
  const shop = await openShop()
  await staffBrowser(shop)
  const check = async () => (await checkTwoStep(shop.deps.db)).message
  const [owner] = await shop.sql<{ id: string }>('select id from staff')

  expect(await check()).toContain(`${STAFF.email} (owner)`)
  await shop.sql(
    `insert into staff_two_step (staff_id, secret, activated_at, last_step, created_at)
     values ($1, 'x', null, 0, now())`,
    [owner?.id],
  )
  expect(await check()).toContain(STAFF.email)
  await shop.sql('update staff_two_step set activated_at = now()')
  expect(await check()).toBe('All staff use two-step verification.')
  await shop.sql('delete from staff_two_step')
  await shop.sql('update staff set disabled_at = now()')
  expect(await check()).toBe('All staff use two-step verification.')
})

test('the ages of the latest backup and of the latest load are checked', async () => {
  const shop = await openShop()
  const { db, clock } = shop.deps
  const statuses = async () => [
    (await checkBackup(db, clock)).status,
    (await checkVerifiedRestore(db, clock)).status,
  ]
  expect(await statuses()).toEqual(['warn', 'warn'])

  const takenAt = clock.now()
  await recordBackup(db, shop.deps, { kind: 'manual', path: '/a', bytes: 1, takenAt })
  await recordVerified(db, shop.deps, '/a')
  expect(await statuses()).toEqual(['ok', 'ok'])
  shop.clock.advance(27 * 3_600_000)
  expect(await statuses()).toEqual(['fail', 'ok'])
  shop.clock.advance(31 * 86_400_000)
  expect(await statuses()).toEqual(['fail', 'warn'])
})

test('a shop that waits after a restore is named', async () => {
  const shop = await openShop()
  const { db } = shop.deps
  expect((await checkPause(db)).status).toBe('ok')
  await pauseShop(db, shop.deps, shop.clock.now())
  expect(await checkPause(db)).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('npm run resume'),
  })
})

test('webhooks are missed when payments happened since the latest one', async () => {
  const shop = await openShop()
  const config = { publicUrl: 'https://shop.test' }
  const status = async () => (await checkWebhooks({ ...shop.deps, config })).status
  expect(await status()).toBe('warn')
  const buyer = shop.buyer()
  await shop.deps.heartbeats.record('webhook')
  shop.clock.advance(3_600_000)
  expect(await status()).toBe('ok')

  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 99)
  await buyer.buy(buyer.submission())
  await shop.deliverPending()
  shop.clock.advance(120_000)
  await shop.runJob('payment.reconcile')
  shop.clock.advance(1_900_000)
  expect(await status()).toBe('fail')
})

test('free space is read for a folder that does not exist yet', async () => {
  expect((await checkDisk('/tmp/not/created/yet')).message).toContain(
    'free for /tmp/not/created/yet',
  )
})
