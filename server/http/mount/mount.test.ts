import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const TYPE = 'content-type: application/json\r\ncontent-length: 12'

test('a client that disconnects while its session is read causes no logged error', async () => {
  const failures: object[] = []
  const ignore = () => {}
  const log = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (entry: object) => failures.push(entry),
  }
  const shop = await openShop({ log })
  const { cookies } = await staffBrowser(shop)
  const { hostname: host, port } = new URL(shop.url)
  const lines = [
    `GET ${apiPaths.adminOrders} HTTP/1.1`,
    `host: ${host}:${port}`,
    `cookie: staff_session=${cookies.get('staff_session')}`,
  ]

  for (let n = 0; n < 40; n++) {
    const socket = connect({ host, port: Number(port) })
    await once(socket, 'connect')
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    await delay(n % 4)
    socket.resetAndDestroy()
    const early = connect({ host, port: Number(port) })
    await once(early, 'connect')
    early.write(
      `POST ${apiPaths.createPaymentIntent} HTTP/1.1\r\n${lines[1]}\r\n${TYPE}\r\n\r\n{"amount":9}`,
    )
    early.resetAndDestroy()
  }

  expect((await shop.buyer().call('GET', apiPaths.products)).status).toBe(200)
  await delay(100)
  expect(failures).toEqual([])
})
