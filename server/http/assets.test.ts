import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { loadAssets } from './assets.ts'

const client = join(import.meta.dirname, '../../dist/client')

const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

async function fetchRaw(url: string, accepted: string | undefined) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: accepted ? { 'accept-encoding': accepted } : {} }, resolve).on(
      'error',
      reject,
    )
  })
  return { encoding: response.headers['content-encoding'], body: await buffer(response) }
}

test('a script arrives as built in each encoding, and an image as it is', async () => {
  const shop = await openShop()
  const html = await (await fetch(shop.url)).text()
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? []
  const built = readFileSync(join(client, script))

  for (const [accepted, encoding] of [
    [undefined, undefined],
    ['identity', undefined],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
  ] as const) {
    const sent = await fetchRaw(`${shop.url}${script}`, accepted)
    const decode = decoders[sent.encoding ?? ''] ?? ((body: Buffer) => body)
    expect([sent.encoding, decode(sent.body).equals(built)]).toEqual([encoding, true])
  }

  const icon = await fetchRaw(`${shop.url}/apple-touch-icon.png`, 'gzip, deflate, br')
  expect(icon.encoding).toBeUndefined()
  expect(icon.body.equals(readFileSync(join(client, 'apple-touch-icon.png')))).toBe(true)
})

test('a file that is stored with Brotli is not kept plain in memory as well', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const bufferBytes = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const folder = mkdtempSync(join(tmpdir(), 'carboy-assets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const megabytes = 32 * 1024 * 1024
  const large = join(folder, 'large.js')
  writeFileSync(large, '')
  truncateSync(large, megabytes)
  writeFileSync(join(folder, 'large.js.br'), 'compressed')

  const before = bufferBytes()
  const assets = loadAssets(folder)
  // Freed buffers are counted until a thread of V8 has swept them.
  await expect.poll(() => bufferBytes() - before).toBeLessThan(megabytes / 2)
  expect(assets.get('/large.js')?.br?.toString()).toBe('compressed')
})
