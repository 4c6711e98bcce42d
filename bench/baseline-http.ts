// Baseline of the product list: a minimal node:http server that sends the same bytes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveRequests } from './child.ts'

export type BaselineHttpRequest = { body: string } | { usage: true }
export type Usage = { port: number; cpuMs: number }

let body = Buffer.alloc(0)
const server = createServer((_, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
})
const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

serveRequests<BaselineHttpRequest>(async (message): Promise<Usage> => {
  await listening
  if ('body' in message) body = Buffer.from(message.body)
  const { user, system } = process.cpuUsage()
  return { port: (server.address() as AddressInfo).port, cpuMs: (user + system) / 1000 }
})
