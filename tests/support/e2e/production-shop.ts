import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tlsOptions from 'smtp-server/lib/tls-options.js'
import { freePort } from '../free-port.ts'
import { type MailServer, startMailServer } from '../mail/start-mail-server.ts'
import { productionSettings } from '../production-settings.ts'
import { test as baseTest, expect } from './base-test.ts'
import { startShopWithClock, type TimeControl } from './with-clock.ts'

export const owner = {
  email: productionSettings.ADMIN_EMAIL,
  password: productionSettings.ADMIN_PASSWORD,
}

/** Forwards https requests to the shop, as the proxy of a real shop does. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  const server = createServer(tlsOptions({}), (incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' }
    const upstream = request({ hostname, port, method, path, headers: forwarded }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A new shop with production settings: https, real SMTP, no products, the owner's account only. */
export const test = baseTest.extend<object, { time: TimeControl; mail: MailServer }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  time: [
    async ({ mail }, use) => {
      const port = String(await freePort())
      const proxy = await startProxy(`http://127.0.0.1:${port}`)
      const shop = await startShopWithClock({
        ...productionSettings,
        PORT: port,
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: '1',
        SMTP_URL: mail.url,
        SEED: 'none',
      })
      await use({ ...shop, url: proxy.url })
      await shop.close()
      proxy.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ time }, use) => use(time.url),
  ignoreHTTPSErrors: true,
})

/** The latest email to this address with this subject, once it has arrived. */
export async function readEmail(mail: MailServer, to: string, subject: RegExp): Promise<string> {
  let text = ''
  await expect(() => {
    const found = mail
      .emails()
      .findLast(
        ({ headers }) =>
          headers.get('to')?.includes(to) && subject.test(headers.get('subject') ?? ''),
      )
    expect(found, `an email ${subject} to ${to}`).toBeDefined()
    text = found?.text ?? ''
  }).toPass({ timeout: 60_000 })
  return text
}
export { expect } from './base-test.ts'
