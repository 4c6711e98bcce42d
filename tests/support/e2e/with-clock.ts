import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chargeableFrom, defaultCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { compileCache } from '../compile-cache.ts'
import { freePort } from '../free-port.ts'
import { test as baseTest } from './base-test.ts'
import { e2eDataDir } from './database.ts'

const calendar = defaultCalendar('America/New_York')

/** A shop used by one worker only, whose clock the tests advance. */
export type TimeControl = {
  url: string
  now(): Date
  today(): string
  /** Advances to that time and runs everything that is due by then. */
  advanceTo(instant: Date): Promise<void>
  /** Advances to half an hour after the charges of that day start. */
  advanceToMorning(date: string): Promise<void>
}

type ClockReply = { now?: string; failed?: string }

type Shop = TimeControl & { close(): Promise<void> }

const STARTS = 3

/** Starts a shop with the given settings, by default a development shop without orders. */
export async function startShopWithClock(settings: Record<string, string> = {}): Promise<Shop> {
  for (let start = 1; start < STARTS; start += 1) {
    // Another process may have taken the port that was free.
    const shop = await startShop(settings).catch(() => undefined)
    if (shop) return shop
  }
  return startShop(settings)
}

async function startShop(settings: Record<string, string>): Promise<Shop> {
  const port = settings.PORT ?? String(await freePort())
  const dataDir = e2eDataDir(port)
  mkdirSync(dataDir, { mode: 0o700 })
  const url = `http://localhost:${port}`
  const server = fork(join(import.meta.dirname, 'serve-with-clock.ts'), {
    // The server must not inherit Playwright's TypeScript loader.
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      PORT: port,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SEED: 'empty',
      SHOP_TIME_ZONE: calendar.periods[0].timeZone,
      RATE_LIMIT_SCALE: '100',
      LOG_LEVEL: 'error',
      ...settings,
    },
    // Only errors of the server belong in the test output.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stopped = once(server, 'exit').then(() => [{ failed: 'the server stopped' }])
  const readReply = async () => {
    const reply = await Promise.race([once(server, 'message'), stopped])
    const [{ now, failed }] = reply as [ClockReply]
    if (!now) throw new Error(failed ?? 'the server did not reply')
    return Date.parse(now)
  }
  let offsetMs = (await readReply()) - Date.now()
  const now = () => new Date(Date.now() + offsetMs)
  const advanceTo = async (instant: Date) => {
    server.send({ to: instant.toISOString() })
    offsetMs = (await readReply()) - Date.now()
  }
  return {
    url,
    now,
    today: () => shopDate(calendar, now()),
    advanceTo,
    advanceToMorning: (date) =>
      advanceTo(new Date(chargeableFrom(calendar, date).getTime() + 1_800_000)),
    async close() {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Use = (time: TimeControl) => Promise<void>

function ownShop(settings: Record<string, string> = {}) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern
  return async ({}, use: Use) => {
    const shop = await startShopWithClock(settings)
    await use(shop)
    await shop.close()
  }
}

/** Tests with their own shop, so that its clock affects no other test. */
export const test = baseTest.extend<object, { time: TimeControl }>({
  time: [ownShop(), { scope: 'worker', timeout: 240_000 }],
  baseURL: async ({ time }, use) => use(time.url),
})

/** For tests that read the real date: another shop, whose clock is never advanced. */
export const testToday = test.extend<object, { time: TimeControl }>({
  time: [ownShop(), { scope: 'worker', timeout: 240_000 }],
})

/** A shop with demo data for tests that read the real date. */
export const testDemo = test.extend<object, { time: TimeControl }>({
  time: [ownShop({ SEED: 'demo' }), { scope: 'worker', timeout: 240_000 }],
})

export { expect } from './base-test.ts'
