import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '#server/runtime.ts'
import { connectionDefaults } from './client.ts'

/** The channels on which processes of one shop speak to each other through PostgreSQL. */
export type Channel =
  | 'carboy_catalog'
  | 'carboy_order'
  | 'carboy_mail'
  | 'carboy_sign_in'
  | 'carboy_refund'
  | 'carboy_intent'
  | 'carboy_cycle'

/** A null payload means: messages may have been missed, look for yourself. */
type NotificationHandler = (payload: string | null) => void

export type Listener = {
  on(channel: Channel, handler: NotificationHandler): () => void
  close(): Promise<void>
}

const channels: Channel[] = [
  'carboy_catalog',
  'carboy_order',
  'carboy_mail',
  'carboy_sign_in',
  'carboy_refund',
  'carboy_intent',
  'carboy_cycle',
]

type PingOptions = { intervalMs: number; queryTimeoutMs: number }

const defaultPings: PingOptions = { intervalMs: 15_000, queryTimeoutMs: 10_000 }

/** LISTEN belongs to a connection, so it has one of its own, made again whenever it breaks. */
export async function openListener(
  url: string,
  log: Log,
  pings: PingOptions = defaultPings,
): Promise<Listener> {
  const handlers = new Map<string, Set<NotificationHandler>>(
    channels.map((channel) => [channel, new Set()]),
  )
  let isClosed = false
  let client = await connect()

  async function connect(): Promise<Client> {
    const fresh = new Client({
      connectionString: url,
      application_name: 'carboy listener',
      ...connectionDefaults,
      query_timeout: pings.queryTimeoutMs,
    })
    fresh.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '')
    })
    fresh.on('error', (err) => log.warn({ err }, 'listener connection failed'))
    try {
      await fresh.connect()
      await fresh.query(channels.map((channel) => `listen ${channel}`).join('; '))
    } catch (err) {
      void fresh.end().catch(() => {})
      throw err
    }
    // Not before: the end of a connection that never came about is told as well, and whoever tries
    // to connect goes on trying by itself.
    let isOver = false
    const keepPinging = async () => {
      while (!isOver) {
        await delay(pings.intervalMs, undefined, { ref: false })
        if (!isOver) await ping(fresh)
      }
    }
    void keepPinging()
    fresh.on('end', () => {
      isOver = true
      void reconnect()
    })
    return fresh
  }

  /** Who only listens never notices that the other end is gone, so it asks from time to time. */
  async function ping(on: Client): Promise<void> {
    try {
      await on.query('select 1')
    } catch (err) {
      if (isClosed) return
      log.warn({ err }, 'listener connection does not answer')
      // With a question still open this ends the connection at once, and its end leads to a new one.
      void on.end().catch(() => {})
    }
  }

  async function reconnect(): Promise<void> {
    for (let wait = 100; !isClosed; wait = Math.min(wait * 2, 5000)) {
      try {
        await delay(wait, undefined, { ref: false })
        client = await connect()
        if (isClosed) return void (await client.end())
        for (const set of handlers.values()) for (const handler of set) handler(null)
        return
      } catch (err) {
        log.warn({ err }, 'listener cannot connect')
      }
    }
  }

  return {
    on(channel, handler) {
      const set = handlers.get(channel)
      set?.add(handler)
      return () => void set?.delete(handler)
    },
    async close() {
      isClosed = true
      await client.end()
    },
  }
}
