import { spawnSync } from 'node:child_process'
import { type AddressInfo, connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isFlat } from '../soak-checks.ts'
import { compareBooks, readAudit } from './check-books.ts'
import { openSwitch } from './tcp-switch.ts'

/** A server that sends its name to each connection. */
async function named(name: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(name)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const greeting = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data)))
    socket.once('close', () => resolve('refused'))
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { greeting, closed }
}

test('the switch ends connections to the old server and leads new ones to the other', async () => {
  const [primary, standby] = [await named('primary'), await named('standby')]
  const address = await openSwitch(primary)
  onTestFinished(() => address.close())
  const first = open(address.port)
  expect(await first.greeting).toBe('primary')

  address.switchTo(standby)
  await first.closed
  expect(await open(address.port).greeting).toBe('standby')

  address.switchTo(undefined)
  expect(await open(address.port).greeting).toBe('refused')
})

test('lost orders and second charges are found', () => {
  const purchases = [
    { email: 'a@example.com', orderId: '1' },
    { email: 'b@example.com', orderId: '2' },
    { email: 'c@example.com', orderId: '3' },
  ]
  const orders = [
    { id: '1', email: 'a@example.com', isPaid: true },
    { id: '2', email: 'b@example.com', isPaid: false },
  ]
  const charges = ['a', 'a', 'b'].map((name, n) => ({
    email: `${name}@example.com`,
    intent: `pi_${n}`,
  }))

  expect(compareBooks(purchases, orders, charges)).toEqual({ lost: 2, chargedTwice: 1 })
  expect(compareBooks(purchases.slice(0, 1), orders, charges.slice(1))).toEqual({
    lost: 0,
    chargedTwice: 0,
  })
})

test('the audit of a drill is clean only without findings, and shows the first ones', () => {
  const totals = 'Orders paid: 9, covered by credit: 0\nProvider balance: $16.00\n'
  const clean = readAudit({ code: 0, output: `${totals}No differences found.\n` })
  expect(clean).toEqual({ isClean: true, audit: 'No differences found.' })

  const finding = 'rule 65 txn_1: charge at provider, not here'
  const found = readAudit({ code: 1, output: `${totals}${finding}\nFound 1 differences.\n` })
  expect(found).toEqual({ isClean: false, audit: `Found 1 differences.\n      ${finding}` })
  expect(readAudit({ code: 1, output: 'Error: no database\n' }).isClean).toBe(false)
})

test('memory that grows all the time is not flat, a warm-up is', () => {
  const hours = Array.from({ length: 100 }, (_, hour) => hour)
  expect(isFlat(hours.map((hour) => 100 + hour))).toBe(false)
  expect(isFlat(hours.map((hour) => (hour < 20 ? 80 + hour : 100 + (hour % 7))))).toBe(true)
})

test('a process can be given a faster clock', () => {
  const clock = fileURLToPath(new URL('virtual-clock.mjs', import.meta.url))
  const hourAgo = Date.now() - 3_600_000
  const ran = spawnSync(process.execPath, ['--import', clock, '-p', 'Date.now() - new Date(0)'], {
    env: { CLOCK_FACTOR: '24', CLOCK_ORIGIN: String(hourAgo) },
  })
  // An hour of ours is a day of its own.
  expect(Number(ran.stdout) - hourAgo).toBeGreaterThanOrEqual(24 * 3_600_000)
  expect(Number(ran.stdout) - hourAgo).toBeLessThan(25 * 3_600_000)
})
