import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** The home page without JavaScript: only HTML, CSS, font and images. */
export type StaticHome = { url: string; close: () => Promise<void> }

type StoredResponse = { body: Buffer; headers: Record<string, string> }

const storedHeaders = ['content-type', 'content-encoding', 'cache-control', 'vary']

/** Caches each response, so that the shop uses no CPU time during the measurement. */
export async function serveStaticHome(shopUrl: string): Promise<StaticHome> {
  const cache = new Map<string, Promise<StoredResponse | undefined>>()
  const getStored = (path: string) => {
    const cached = cache.get(path)
    if (cached) return cached
    const fetched = path === '/' ? homeWithoutScripts(shopUrl) : fetchAsset(shopUrl, path)
    cache.set(path, fetched)
    return fetched
  }
  const server = createServer((request, reply) => void respond(request, reply, getStored))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    // The shop's host name, because a browser resolves a name slower than it uses an address.
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function respond(
  { url = '/' }: IncomingMessage,
  reply: ServerResponse,
  getStored: (path: string) => Promise<StoredResponse | undefined>,
): Promise<void> {
  const stored = await getStored(url).catch(() => undefined)
  if (!stored) return void reply.writeHead(404).end()
  reply.writeHead(200, { ...stored.headers, 'content-length': stored.body.length }).end(stored.body)
}

async function homeWithoutScripts(shopUrl: string): Promise<StoredResponse> {
  const html = withoutScripts(await (await fetch(shopUrl)).text())
  return {
    body: gzipSync(html, { level: 5 }),
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' },
  }
}

/** Also removes data that only scripts use. */
export function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link\b[^>]*rel="(?:modulepreload|prefetch)"[^>]*>/g, '')
    .replace(/<link\b[^>]*as="fetch"[^>]*>/g, '')
}

/** Uses node:http, because `fetch` would decompress the body. */
function fetchAsset(shopUrl: string, path: string): Promise<StoredResponse | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip, br' }
    get(new URL(path, shopUrl), { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode !== 200) return resolve(undefined)
        const headerPairs = storedHeaders.flatMap((name) => {
          const value = response.headers[name]
          return typeof value === 'string' ? [[name, value]] : []
        })
        resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(headerPairs) })
      })
    }).on('error', reject)
  })
}
