import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '#server/runtime.ts'
import { connectionDefaults } from './client.ts'

/** NOTIFY channels between the processes of one shop. */
export type Channel =
  | 'carboy_catalog'
  | 'carboy_order'
  | 'carboy_email'
  | 'carboy_sign_in'
  | 'carboy_refund'
  | 'carboy_intent'
  | 'carboy_cycle'
  | 'carboy_settings'
  | 'carboy_plan'
  | 'carboy_board'
  | 'carboy_route'

/** A null payload means that notifications may have been missed after a reconnect. */
type NotificationHandler = (payload: string | null) => void

export type Listener = {
  on(channel: Channel, handler: NotificationHandler): () => void
  close(): Promise<void>
}

const channels: Channel[] = [
  'carboy_catalog',
  'carboy_order',
  'carboy_email',
  'carboy_sign_in',
  'carboy_refund',
  'carboy_intent',
  'carboy_cycle',
  'carboy_settings',
  'carboy_plan',
  'carboy_board',
  'carboy_route',
]

type PingOptions = { intervalMs: number; queryTimeoutMs: number }

const defaultPings: PingOptions = { intervalMs: 15_000, queryTimeoutMs: 10_000 }

/** Opens a dedicated connection for LISTEN and reconnects whenever it breaks. */
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
    const newClient = new Client({
      connectionString: url,
      application_name: 'carboy listener',
      ...connectionDefaults,
      query_timeout: pings.queryTimeoutMs,
    })
    newClient.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '')
    })
    newClient.on('error', (err) => log.warn({ err }, 'listener connection failed'))
    try {
      await newClient.connect()
      await newClient.query(channels.map((channel) => `listen ${channel}`).join('; '))
    } catch (err) {
      void newClient.end().catch(() => {})
      throw err
    }
    // Registered only now: a failed connect also emits 'end', and `reconnect` already retries it.
    let hasEnded = false
    const pingUntilEnd = async () => {
      while (!hasEnded) {
        await delay(pings.intervalMs, undefined, { ref: false })
        if (!hasEnded) await ping(newClient)
      }
    }
    void pingUntilEnd()
    newClient.on('end', () => {
      hasEnded = true
      void reconnect()
    })
    return newClient
  }

  /** Detects a half-open connection, which an idle LISTEN client would not notice. */
  async function ping(listening: Client): Promise<void> {
    try {
      await listening.query('select 1')
    } catch (err) {
      if (isClosed) return
      log.warn({ err }, 'listener connection timed out')
      // With a query pending, this closes the connection at once; its 'end' event reconnects.
      void listening.end().catch(() => {})
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
