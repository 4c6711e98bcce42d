import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#server/adapters/system-runtime.ts'
import { readConfig } from '#server/config/config.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { fixedClock } from '#tests/support/test-runtime.ts'
import { testCertificate } from '#tests/support/tls/test-certificate.ts'
import { checkCertificate } from './certificate.ts'
import { checkClock } from './clock.ts'
import { checkDisk } from './disk.ts'
import { checkTimeZone } from './time-zone.ts'
import { checkTwoStep } from './two-step.ts'

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

test('free space is read for a folder that does not exist yet', async () => {
  expect((await checkDisk('/tmp/not/created/yet')).message).toContain(
    'free for /tmp/not/created/yet',
  )
})
