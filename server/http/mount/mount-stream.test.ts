import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { guest } from '../caller.ts'
import { createStreamMount } from './mount-stream.ts'

const endpoint = {
  method: 'GET',
  path: '/api/changes',
  role: 'public',
  summary: 'Follow changes',
  reply: z.string(),
  failures: [],
} as const satisfies Endpoint

/** A server with one open stream. */
async function openStream() {
  const app = Fastify()
  const { mountStream, endAll } = createStreamMount(app, {
    authenticate: async () => guest,
    authenticateDevice: async () => undefined,
    publicUrl: 'http://shop.test',
    https: false,
  })
  const state = { stops: 0, send: (_message: string) => {} }
  mountStream(endpoint, async (_request, send) => {
    state.send = send
    return () => {
      state.stops += 1
    }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(async () => {
    client.destroy()
    await app.close()
  })
  client.write(`GET ${endpoint.path} HTTP/1.1\r\nhost: shop.test\r\n\r\n`)
  await once(client, 'data')
  return { state, endAll, client }
}

test('at shutdown a stream ends once, and later messages are dropped', async () => {
  const errors: unknown[] = []
  const record = (error: unknown) => errors.push(error)
  process.on('uncaughtExceptionMonitor', record)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', record))
  const { state, endAll, client } = await openStream()

  endAll()
  state.send('first')
  state.send('second')
  await nextTurn()

  expect(errors).toEqual([])
  const closed = once(client, 'close')
  client.destroy()
  await closed
  await nextTurn()
  expect(state.stops).toBe(1)
})

test('a stream stops when its client disconnects', async () => {
  const { state, client } = await openStream()

  client.destroy()

  await expect.poll(() => state.stops).toBe(1)
})
