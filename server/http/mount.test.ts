import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const TYPE = 'content-type: application/json\r\ncontent-length: 12'

test('who hangs up while we look up who asks is no failure of ours', async () => {
  const failures: object[] = []
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: (it: object) => failures.push(it) }
  const shop = await openShop({ log })
  const { cookies } = await staffBrowser(shop)
  const { hostname: host, port } = new URL(shop.url)
  const lines = [
    `GET ${apiPaths.adminOrders} HTTP/1.1`,
    `host: ${host}:${port}`,
    `cookie: staff_session=${cookies.get('staff_session')}`,
  ]

  for (let visit = 0; visit < 40; visit++) {
    const socket = connect({ host, port: Number(port) })
    await once(socket, 'connect')
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    await delay(visit % 4)
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
