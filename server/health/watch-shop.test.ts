import { expect, onTestFinished, test, vi } from 'vitest'
import { backgroundJobs } from '#server/background-jobs.ts'
import { recordBackup } from '#server/modules/recovery/index.ts'
import { DECLINED_CARD, GOOD_CARD } from '#tests/support/buyer.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/start-mail-server.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine, subscribe } from '#tests/support/subscriber.ts'
import { createShopWatch, type WatchDeps } from './watch-shop.ts'

// Many rounds, which take a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const MINUTE_MS = 60_000

/** Watches with the test's clock: a round per minute. */
function watch(shop: TestShop, change: Partial<WatchDeps> = {}) {
  const jobs = backgroundJobs(shop.deps).filter(({ name }) => name === 'email.send')
  const round = createShopWatch({ ...shop.deps, ...change }, jobs)
  const pass = async (minutes: number, each: () => Promise<unknown> = async () => {}) => {
    for (let minute = 0; minute < minutes; minute++) {
      shop.clock.advance(MINUTE_MS)
      await each()
      // The job of these tests is not late.
      await shop.deps.heartbeats.record('job:email.send')
      await round()
    }
  }
  return { round, pass }
}

const history = async (shop: TestShop) => {
  const rows = await shop.sql<{ alert: string }>(
    `select kind || case when ended_at is null then ' open' else ' ended' end as alert
     from alerts order by opened_at, kind`,
  )
  return rows.map(({ alert }) => alert)
}

test('charging that finishes no round for ten minutes is reported on a charging day, once', async () => {
  const shop = await openShop()
  await staffBrowser(shop)
  await subscribe(shop)
  await runEngine(shop)
  const { pass } = watch(shop)
  const another = await openShop({ databaseUrl: shop.deps.databaseUrl })
  const second = watch(another, { clock: shop.clock })
  await pass(12)
  expect(await history(shop)).toEqual([])

  // The next delivery is charged on 12 March.
  shop.clock.set('2026-03-11T11:00:00Z')
  await runEngine(shop)
  await pass(12)
  expect(await history(shop)).toEqual([])
  shop.clock.set('2026-03-12T11:00:00Z')
  await pass(9)
  expect(await history(shop)).toEqual([])
  await pass(3, second.round)
  expect(await history(shop)).toEqual(['charging_stalled open'])

  await runEngine(shop)
  await pass(2, second.round)
  expect(await history(shop)).toEqual(['charging_stalled ended'])
  await shop.runJob('email.send')
  const subjects = (await shop.mailbox()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('Charging')).sort()).toEqual([
    'Alert: Charging has stopped',
    'Resolved: Charging has stopped',
  ])
})

test('time in which nobody watched does not count as silence', async () => {
  const shop = await openShop()
  await subscribe(shop)
  await runEngine(shop)
  const { pass, round } = watch(shop)
  shop.clock.set('2026-03-12T11:00:00Z')

  await round()
  await pass(8)

  expect(await history(shop)).toEqual([])
})

test('a share of declined cards far above the norm is reported until it is normal again', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '100' } })
  const { pass } = watch(shop)
  const pay = async (card: string) => {
    const buyer = shop.buyer()
    await buyer.buy(buyer.submission(), card).catch(() => undefined)
    await shop.deliverPending()
  }
  for (let n = 0; n < 4; n++) await pay(GOOD_CARD)
  for (let n = 0; n < 9; n++) await pay(DECLINED_CARD)
  await pass(1)
  expect(await history(shop)).toEqual([])

  await pay(DECLINED_CARD)
  await pass(1)
  expect(await history(shop)).toEqual(['declines_high open'])
  const [alert] = await shop.sql<{ message: string }>('select message from alerts')
  expect(alert?.message).toContain('10 of 14 cards were declined within six hours (71%)')

  await shop.sql("update declines set created_at = created_at - interval '1 day'")
  await pass(1)
  expect(await history(shop)).toEqual(['declines_high ended'])
})

test('payments without any webhook are reported until one arrives', async () => {
  const shop = await openShop()
  const { pass } = watch(shop)
  const buyer = shop.buyer()
  await pass(2)
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 99)
  await buyer.buy(buyer.submission(), GOOD_CARD)
  await shop.deliverPending()
  await pass(3, () => shop.runJob('payment.reconcile'))
  expect(await shop.sql("select 1 from payments where status = 'paid'")).toHaveLength(1)
  await pass(25)
  expect(await history(shop)).toEqual([])
  await pass(6)
  expect(await history(shop)).toEqual(['webhooks_silent open'])

  shop.deps.sandbox?.faults.clear()
  const next = shop.buyer()
  await next.buy(next.submission(), GOOD_CARD)
  await shop.deliverPending()
  await expect
    .poll(() => shop.sql("select 1 from heartbeats where name = 'webhook'"))
    .toHaveLength(1)
  await pass(1)
  expect(await history(shop)).toEqual(['webhooks_silent ended'])
})

test('a mail server that accepts nothing is reported until an email goes out', async () => {
  const port = await freePort()
  let mailServer: MailServer | undefined
  onTestFinished(async () => mailServer?.close())
  const shop = await openShop({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  await staffBrowser(shop)
  const { pass } = watch(shop)
  const buyer = shop.buyer()
  await buyer.buy(buyer.submission(), GOOD_CARD)
  await shop.deps.sandbox?.deliverDue()
  const send = () => shop.runJob('email.send')
  await pass(3, send)
  expect(await history(shop)).toEqual([])
  await pass(8, send)
  expect(await history(shop)).toEqual(['emails_failing open'])

  mailServer = await startMailServer({ port })
  await pass(14, send)
  expect(await history(shop)).toEqual(['emails_failing ended'])
  const subjects = mailServer.emails().map(({ headers }) => headers.get('subject'))
  expect(subjects.filter((subject) => subject?.includes('Emails are'))).toEqual([
    'Alert: Emails are not going out',
    'Resolved: Emails are not going out',
  ])
})

test('a rejected recipient is no failure of the mail server', async () => {
  const mailServer = await openMailServer()
  mailServer.rejectWith = 'no such mailbox'
  const shop = await openShop({ env: { SMTP_URL: mailServer.url } })
  const { pass } = watch(shop)
  const buyer = shop.buyer()
  await buyer.buy(buyer.submission(), GOOD_CARD)
  await shop.deps.sandbox?.deliverDue()

  await pass(15, () => shop.runJob('email.send'))

  expect(await shop.sql('select 1 from emails where attempts >= 3')).not.toEqual([])
  expect(await history(shop)).toEqual([])
})

test('a payment with other terms than its order is reported until it is settled', async () => {
  const shop = await openShop()
  const { pass } = watch(shop)
  const buyer = shop.buyer()
  await buyer.startCheckout()
  const { orderId } = (await buyer.place()).body
  const mismatch = (found: string) =>
    shop.sql(
      `insert into mismatches (intent_id, order_id, source, what, expected, found, created_at)
       select intent_id, order_id, 'ledger', 'amount', '1798', $2, $3 from payments
       where order_id = $1`,
      [orderId, found, shop.clock.now()],
    )
  await pass(1)
  await mismatch('100')
  await pass(2)
  expect(await history(shop)).toEqual(['payment_mismatch open'])

  // Staff resolve it, so that only another mismatch would open a new one.
  await shop.sql('update alerts set ended_at = now()')
  await pass(2)
  expect(await history(shop)).toEqual(['payment_mismatch ended'])
  await shop.sql('delete from mismatches')
  await mismatch('200')
  await pass(1)
  await shop.sql("update payments set status = 'paid'")
  await pass(1)
  expect(await history(shop)).toEqual(['payment_mismatch ended', 'payment_mismatch ended'])
})

test('a full disk is reported below ten percent and ends above twelve', async () => {
  const shop = await openShop()
  let share = 0.11
  const readSpace = async () => ({ freeBytes: share * 1e11, share })
  const { pass } = watch(shop, { readSpace })
  await pass(1)
  expect(await history(shop)).toEqual([])

  share = 0.099
  await pass(2)
  share = 0.115
  await pass(2)
  expect(await history(shop)).toEqual(['disk_low open'])

  share = 0.12
  await pass(1)
  expect(await history(shop)).toEqual(['disk_low ended'])
})

test('a backup older than 26 hours is reported until there is a new one', async () => {
  const shop = await openShop()
  const { pass } = watch(shop)
  await pass(61)
  // Nobody ever backed up this external database with the shop.
  expect(await history(shop)).toEqual([])
  const backUp = (path: string, hoursAgo: number) => {
    const takenAt = new Date(shop.clock.now().getTime() - hoursAgo * 60 * MINUTE_MS)
    return recordBackup(shop.deps.db, shop.deps, { kind: 'manual', path, bytes: 1, takenAt })
  }

  await backUp('/first', 25.99)
  await pass(1)
  expect(await history(shop)).toEqual(['backup_late open'])
  const [alert] = await shop.sql<{ message: string }>('select message from alerts')
  expect(alert?.message).toContain('The latest backup is 26 hours old')

  await backUp('/second', 0)
  await pass(1)
  expect(await history(shop)).toEqual(['backup_late ended'])
})

test('a job that no process finishes any more is reported, and ends with its next run', async () => {
  const shop = await openShop()
  const jobs = backgroundJobs(shop.deps).filter(({ name }) => name === 'bottle.settle')
  const round = createShopWatch(shop.deps, jobs)
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      shop.clock.advance(MINUTE_MS)
      await round()
    }
  }
  await shop.deps.heartbeats.record('job:bottle.settle')
  await pass(16)
  expect(await history(shop)).toEqual([])
  await pass(1)
  expect(await history(shop)).toEqual(['job_stalled open'])

  await shop.deps.heartbeats.record('job:bottle.settle')
  await round()
  expect(await history(shop)).toEqual(['job_stalled ended'])
})
