import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chargeableFrom, dateIn } from '#contract/dates/calendar.ts'
import { freePort } from '../free-port.ts'
import { test as journey } from './base-test.ts'
import { e2eDataDir } from './database.ts'

const ZONE = 'America/New_York'

/** A shop whose time the journey moves, always forward; nobody else is in it. */
export type TimeControl = {
  url: string
  now(): Date
  today(): string
  /** Moves on to that moment; when it is answered, all that fell due by then has been done. */
  advanceTo(moment: Date): Promise<void>
  /** Half an hour after the charges of that day begin. */
  advanceToMorningOf(date: string): Promise<void>
}

type ClockReply = { now?: string; failed?: string }

async function startShopWithClock(): Promise<TimeControl & { close(): Promise<void> }> {
  const port = String(await freePort())
  const dataDir = e2eDataDir(port)
  mkdirSync(dataDir, { mode: 0o700 })
  const url = `http://localhost:${port}`
  const server = fork(join(import.meta.dirname, 'serve-with-clock.ts'), {
    // Playwright's own way of reading TypeScript is not for the server.
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      PORT: port,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SEED: 'empty',
      SHOP_TIME_ZONE: ZONE,
      RATE_LIMIT_SCALE: '100',
      LOG_LEVEL: 'error',
    },
    // Nothing of it is for who reads the journeys, unless it fails.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const answer = async () => {
    const [{ now, failed }] = (await once(server, 'message')) as [ClockReply]
    if (!now) throw new Error(failed ?? 'the shop did not answer')
    return Date.parse(now)
  }
  let offsetMs = (await answer()) - Date.now()
  const now = () => new Date(Date.now() + offsetMs)
  const advanceTo = async (moment: Date) => {
    server.send({ to: moment.toISOString() })
    offsetMs = (await answer()) - Date.now()
  }
  return {
    url,
    now,
    today: () => dateIn(ZONE, now()),
    advanceTo,
    advanceToMorningOf: (date) =>
      advanceTo(new Date(chargeableFrom(ZONE, date).getTime() + 1_800_000)),
    async close() {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Journeys in a shop of their own: what they do to its time disturbs no other. */
export const test = journey.extend<object, { time: TimeControl }>({
  time: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it asks for from here
    async ({}, use) => {
      const shop = await startShopWithClock()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ time }, use) => use(time.url),
})

export { expect } from './base-test.ts'
