import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

/**
 * A way to the database that can fall silent: connections that are open then stay open, but nothing
 * that is sent on them arrives. New ones work.
 */
export async function halfOpenProxy(url: string) {
  const { host = '', port, database, user } = new pg.Client({ connectionString: url })
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((visitor) => {
    const inner = connect(place)
    pairs.add([visitor, inner])
    for (const end of [visitor, inner]) end.on('error', () => {})
    visitor.pipe(inner).pipe(visitor)
    visitor.once('close', () => inner.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: number } = server.address() as AddressInfo
  return {
    url: `postgres://${user}@127.0.0.1:${number}/${database}`,
    fallSilent() {
      for (const [visitor, inner] of pairs) {
        visitor.unpipe(inner)
        inner.unpipe(visitor)
        visitor.resume()
        inner.resume()
      }
    },
    close() {
      for (const pair of pairs) for (const end of pair) end.destroy()
      server.close()
    },
  }
}
