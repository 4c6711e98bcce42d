import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'
import { openListener } from './listener.ts'

/** The database behind a proxy that can close its connections and reject new ones. */
async function openProxy(url: string) {
  const { host = '', port, database, user } = new pg.Client({ connectionString: url })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const clients = new Set<Socket>()
  const createProxy = () =>
    createServer((client) => {
      const server = connect(target)
      clients.add(client)
      for (const end of [client, server]) end.on('error', () => {})
      client.pipe(server).pipe(client)
      client.once('close', () => server.destroy())
      server.once('close', () => client.destroy())
    })
  let proxy: Server = createProxy().listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: proxyPort } = proxy.address() as AddressInfo
  return {
    url: `postgres://${user}@127.0.0.1:${proxyPort}/${database}`,
    async shut() {
      proxy.close()
      for (const client of clients) client.destroy()
    },
    async open() {
      proxy = createProxy().listen(proxyPort, '127.0.0.1')
      await once(proxy, 'listening')
    },
    close: () => proxy.close(),
  }
}

test('during an outage one client reconnects; then each notification arrives once', async () => {
  const { url, drop } = await freshDatabase()
  const proxy = await openProxy(url)
  const warnings: string[] = []
  const ignore = () => {}
  const warn = (_: object, message: string) => void warnings.push(message)
  const listener = await openListener(proxy.url, {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn,
  })
  const outside = openTestPool(url)
  onTestFinished(async () => {
    await listener.close()
    await outside.end()
    proxy.close()
    await drop()
  })
  const received: (string | null)[] = []
  listener.on('carboy_order', (payload) => received.push(payload))

  await proxy.shut()
  const failedAttempts = () =>
    warnings.filter((message) => message === 'listener cannot connect').length
  await expect.poll(failedAttempts).toBeGreaterThan(3)
  await proxy.open()

  await expect.poll(() => received).toEqual([null])
  // Their waits double: if each failure started another client, there would be many more.
  expect(failedAttempts()).toBeLessThan(8)
  await outside.query(`notify carboy_order, 'one'`)
  await expect.poll(() => received).toEqual([null, 'one'])
  const { rows } = await outside.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'carboy listener'`,
  )
  expect(rows).toHaveLength(1)
})
