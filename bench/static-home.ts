import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** The home page without JavaScript: only HTML, CSS, font and images. */
export type StaticHome = { url: string; close: () => Promise<void> }

type StoredResponse = { body: Buffer; headers: Record<string, string> }

/** Headers of a connection or a length, which the copy sets itself. */
const ownHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']

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
  const response = await fetch(shopUrl)
  const html = withoutScripts(await response.text())
  return {
    body: gzipSync(html, { level: 5 }),
    headers: { ...storedHeaders(Object.fromEntries(response.headers)), 'content-encoding': 'gzip' },
  }
}

/**
 * The copy has the shop's security headers too. Because of them Chromium starts another process
 * for the page, which takes time that has nothing to do with JavaScript.
 */
function storedHeaders(headers: Record<string, string | string[] | undefined>) {
  const stored = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !ownHeaders.includes(name) ? [[name, value] as const] : [],
  )
  return Object.fromEntries(stored)
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
        resolve({ body: Buffer.concat(chunks), headers: storedHeaders(response.headers) })
      })
    }).on('error', reject)
  })
}
