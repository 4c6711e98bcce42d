import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'

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

test('a script arrives as built in each encoding, and a picture as it is', async () => {
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
