// The floor of the product list: Node's own server with the same bytes, and nothing else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerQuestions } from './child.ts'

export type FloorHttpQuestion = { body: string } | { usage: true }
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

answerQuestions<FloorHttpQuestion>(async (question): Promise<Usage> => {
  await listening
  if ('body' in question) body = Buffer.from(question.body)
  const { user, system } = process.cpuUsage()
  return { port: (server.address() as AddressInfo).port, cpuMs: (user + system) / 1000 }
})
