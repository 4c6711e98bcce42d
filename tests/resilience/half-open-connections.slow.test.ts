import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import { requestJson } from '#server/adapters/osrm/request-table.ts'
import { createSmtpMailer } from '#server/adapters/smtp/smtp-mailer.ts'
import { stripeCards } from '#server/adapters/stripe/stripe-cards.ts'
import { startJobs } from '#server/jobs/job-runner.ts'
import { openCardSandbox } from '#tests/support/card-sandbox.ts'
import { halfOpenProxy, openHalfOpenProxy } from '#tests/support/database/half-open-proxy.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { silentLog } from '#tests/support/test-runtime.ts'

async function proxyTo(url: string) {
  const { hostname: host, port } = new URL(url)
  const proxy = await openHalfOpenProxy({ host, port: Number(port) })
  onTestFinished(() => proxy.close())
  return proxy
}

test('AU23: the job queue goes on after its connections stopped answering', async () => {
  const shop = await openShop()
  const { databaseUrl, listener } = shop.deps
  const proxy = await halfOpenProxy(databaseUrl)
  let runs = 0
  const job = {
    name: 'test.counts',
    cron: '0 0 1 1 *',
    run: async () => {
      runs += 1
    },
  }
  const watch = { finished: async () => {}, stalled: async () => {} }
  const options = { listener, log: silentLog, jobs: [job], watch, queryTimeoutMs: 10_000 }
  const runner = await startJobs({ ...options, url: proxy.url })
  const outside = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false })
  outside.on('error', () => {})
  await outside.start()
  onTestFinished(async () => {
    await outside.stop({ graceful: false })
    await runner.stop()
    proxy.close()
  })
  const started = () => runs
  await expect.poll(started).toBe(1)
  await outside.send(job.name)
  await expect.poll(started).toBe(2)

  proxy.dropTraffic()
  await outside.send(job.name)

  await expect.poll(started).toBe(3)
})

test('AU23: an email on a dead connection to the mail server ends in time, and a retry goes out', async () => {
  const mailServer = await openMailServer()
  const proxy = await proxyTo(mailServer.url)
  const options = { requireTls: false, isLocal: true, silenceMs: 10_000 }
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${proxy.port}`, options)
  onTestFinished(() => mailer.close())
  const send = (subject: string) => {
    const content = { subject, html: '<p>x</p>', text: 'x', messageId: `<${subject}@x.example>` }
    return mailer.deliver({ from: 'shop@x.example', to: 'ana@example.com', ...content })
  }
  await send('first')

  proxy.dropTraffic()

  // The idle connection may have been closed by now; otherwise the attempt times out.
  await send('second').catch(() => send('second'))
  const subjects = mailServer.emails().map(({ headers }) => headers.get('subject'))
  expect(subjects).toEqual(['first', 'second'])
})

test('AU23: a request on a dead connection to the card provider ends within its deadline', async () => {
  const { sandbox, close } = await openCardSandbox()
  onTestFinished(close)
  const proxy = await proxyTo(sandbox.apiBase)
  const apiBase = `http://127.0.0.1:${proxy.port}`
  const { secretKey } = sandbox
  const cards = stripeCards({ secretKey, webhookSecret: 'whsec_x', apiBase })
  const accountId = await cards.accountId('background')

  proxy.dropTraffic()

  await expect(cards.accountId('interactive')).rejects.toMatchObject({ kind: 'unknown' })
  expect(await cards.accountId('background')).toBe(accountId)
})

test('AU23: a routing server that stopped answering is given up', async () => {
  const server = createServer((_request, response) => response.end('{"code":"Ok"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const proxy = await proxyTo(`http://127.0.0.1:${port}`)
  const request = (timeoutMs = 60_000) =>
    requestJson(`http://127.0.0.1:${proxy.port}/table`, timeoutMs)
  expect(await request()).toEqual({ code: 'Ok' })

  proxy.dropTraffic()

  await expect(request(2_000)).rejects.toThrow('no response in time')
  expect(await request()).toEqual({ code: 'Ok' })
})
