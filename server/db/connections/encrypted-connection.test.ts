import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { testCertificate } from '#tests/support/tls/test-certificate.ts'
import { openDatabase } from '../client.ts'

/** Encrypts connections like a PostgreSQL server with a certificate, and passes on what they send. */
async function tlsProxy(url: string): Promise<string> {
  const { host = '', port, database, user } = new pg.Client({ connectionString: url })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const proxy = createServer((client) => {
    // The first message asks for encryption, and S agrees.
    client.once('data', () => {
      client.write('S')
      const encrypted = new TLSSocket(client, { isServer: true, ...testCertificate })
      const upstream = connect(target)
      encrypted.pipe(upstream).pipe(encrypted)
      for (const end of [client, encrypted, upstream]) end.on('error', () => {})
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const { port: proxyPort } = proxy.address() as AddressInfo
  return `postgres://${user}@127.0.0.1:${proxyPort}/${database}?sslmode=no-verify`
}

test('an encrypted connection runs the same statements', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const { pool, close } = openDatabase(await tlsProxy(url), { poolSize: 1, log: silentLog })
  onTestFinished(close)
  const read = () => pool.query({ name: 'text', text: `select repeat('水', 30000) as text` })

  for (let round = 0; round < 3; round++) {
    expect((await read()).rows).toEqual([{ text: '水'.repeat(30_000) }])
  }
})
