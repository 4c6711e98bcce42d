import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from '../client.ts'
import { createAnswerSocket } from './answer-socket.ts'

async function connectToServer() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = createAnswerSocket()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [peer] = await accepted
  onTestFinished(() => {
    for (const end of [socket, peer]) end.destroy()
    server.close()
  })
  return { socket, peer }
}

test('bytes that were read stay unchanged when more arrive', async () => {
  const { socket, peer } = await connectToServer()
  peer.write('first')
  const [first] = await once(socket, 'data')
  peer.write('other')
  const [second] = await once(socket, 'data')

  expect([String(first), String(second)]).toEqual(['first', 'other'])
})

test('a paused socket reads nothing, and goes on where it stopped', async () => {
  const { socket, peer } = await connectToServer()
  const parts: string[] = []
  socket.on('data', (part) => parts.push(String(part)))
  peer.write('a')
  await expect.poll(() => parts).toEqual(['a'])
  socket.pause()
  peer.write('b')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(parts).toEqual(['a'])

  socket.resume()
  await expect.poll(() => parts).toEqual(['a', 'b'])
})

test('the end of a connection is reported', async () => {
  const { socket, peer } = await connectToServer()
  socket.on('data', () => {})
  const closed = once(socket, 'close')
  peer.end()

  expect(await closed).toEqual([false])
})

test('long answers of concurrent statements arrive whole', async () => {
  const { url, drop } = await freshDatabase()
  const { pool, close } = openDatabase(url, { poolSize: 3, log: silentLog })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  const lengths = [1, 20_000, 21_845, 65_536, 300_000, 7]
  const read = (length: number) =>
    pool.query({ name: 'text', text: `select repeat('水', $1) as text`, values: [length] })

  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(lengths.map(read))
    expect(answers.map(({ rows }) => rows[0].text === '水'.repeat(rows[0].text.length))).toEqual(
      lengths.map(() => true),
    )
    expect(answers.map(({ rows }) => rows[0].text.length)).toEqual(lengths)
  }
})
