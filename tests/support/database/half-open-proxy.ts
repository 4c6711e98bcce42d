import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import pg from 'pg'

/**
 * A TCP proxy that can drop the traffic of its open connections. They stay open, but nothing sent on
 * them arrives. New connections work, unless the proxy is silent from the start.
 */
export async function openHalfOpenProxy(target: NetConnectOpts, { isSilent = false } = {}) {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((client) => {
    const upstream = connect(target)
    pairs.add([client, upstream])
    for (const end of [client, upstream]) end.on('error', () => {})
    if (isSilent) client.resume()
    else client.pipe(upstream).pipe(client)
    client.once('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    dropTraffic() {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream)
        upstream.unpipe(client)
        client.resume()
        upstream.resume()
      }
    },
    close() {
      for (const pair of pairs) for (const end of pair) end.destroy()
      server.close()
    },
  }
}

/** Opens a half-open proxy in front of a database. */
export async function halfOpenProxy(url: string, options?: { isSilent?: boolean }) {
  const { host = '', port, database, user } = new pg.Client({ connectionString: url })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const proxy = await openHalfOpenProxy(target, options)
  return { ...proxy, url: `postgres://${user}@127.0.0.1:${proxy.port}/${database}` }
}
