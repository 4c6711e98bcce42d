import { expect, onTestFinished, test } from 'vitest'
import { backgroundJobs } from '#server/background-jobs.ts'
import { recordBackup } from '#server/modules/recovery/index.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { freePort } from '#tests/support/free-port.ts'
import { history, MINUTE_MS, watch } from '#tests/support/health/watch-rounds.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/start-mail-server.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { createShopWatch } from './watch-shop.ts'

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
    'Alert: Emails aren’t going out',
    'Resolved: Emails aren’t going out',
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
  // This external database was never backed up with the shop.
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
