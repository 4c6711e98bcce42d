import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** The home page as a page without JavaScript: the same HTML, CSS, font and pictures, nothing else. */
export type StaticHome = { url: string; close: () => Promise<void> }

type StoredResponse = { body: Buffer; headers: Record<string, string> }

const storedHeaders = ['content-type', 'content-encoding', 'cache-control', 'vary']

/** What each address answered is kept, so that the shop behind it costs nothing while it is measured. */
export async function serveStaticHome(shopUrl: string): Promise<StaticHome> {
  const kept = new Map<string, Promise<StoredResponse | undefined>>()
  const getStored = (path: string) => {
    const known = kept.get(path)
    if (known) return known
    const asked = path === '/' ? homeWithoutScripts(shopUrl) : fetchAsset(shopUrl, path)
    kept.set(path, asked)
    return asked
  }
  const server = createServer((request, reply) => void answer(request, reply, getStored))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function answer(
  { url = '/' }: IncomingMessage,
  reply: ServerResponse,
  getStored: (path: string) => Promise<StoredResponse | undefined>,
): Promise<void> {
  const found = await getStored(url).catch(() => undefined)
  if (!found) return void reply.writeHead(404).end()
  reply.writeHead(200, { ...found.headers, 'content-length': found.body.length }).end(found.body)
}

async function homeWithoutScripts(shopUrl: string): Promise<StoredResponse> {
  const html = withoutScripts(await (await fetch(shopUrl)).text())
  return {
    body: gzipSync(html, { level: 5 }),
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' },
  }
}

/** Data for scripts goes with them. */
export function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link\b[^>]*rel="(?:modulepreload|prefetch)"[^>]*>/g, '')
    .replace(/<link\b[^>]*as="fetch"[^>]*>/g, '')
}

/** node:http gives the bytes as they were sent; fetch would unpack them. */
function fetchAsset(shopUrl: string, path: string): Promise<StoredResponse | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip, br' }
    get(new URL(path, shopUrl), { headers }, (answered) => {
      const chunks: Buffer[] = []
      answered.on('data', (chunk: Buffer) => chunks.push(chunk))
      answered.on('end', () => {
        if (answered.statusCode !== 200) return resolve(undefined)
        const own = storedHeaders.flatMap((name) => {
          const value = answered.headers[name]
          return typeof value === 'string' ? [[name, value]] : []
        })
        resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(own) })
      })
    }).on('error', reject)
  })
}
