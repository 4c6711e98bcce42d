import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Pool } from 'pg'
import type { Clock, Log } from '#server/runtime.ts'
import { eventText, type StoredEvent } from './api/events-api.ts'
import type { Faults } from './faults.ts'
import { hasWebhookType, LEASE_MS, type Write } from './write-statement.ts'

type Delivery = StoredEvent & { attempts: number }

export type WebhookTarget = { url(): string; secret: string }

/** Delays after the first, second … failure: about three days in total, as at Stripe. */
const RETRY_DELAYS_MS = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400].map(
  (seconds) => seconds * 1000,
)

/** Small enough for a batch to finish, including timeouts, before its lease expires. */
const BATCH_SIZE = 20

const CLOSE_GRACE_MS = 1_000

/** Deliveries are recorded in batches. A crash may lose one; the event is then sent twice. */
const MARK_DELAY_MS = 250

/**
 * Sends events to the shop right after the commit that created them, and retries with growing delays
 * until the response is 2xx. Every process sends due events of all processes.
 */
export class Webhooks {
  private readonly deps: { pool: Pool; clock: Clock; log: Log; faults: Faults }
  private readonly target: WebhookTarget
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 })
  private readonly inFlight = new Set<Promise<void>>()
  private readonly shuffled: Delivery[] = []
  private deliveredIds: string[] = []
  private markTimer: NodeJS.Timeout | undefined

  constructor(deps: { pool: Pool; clock: Clock; log: Log; faults: Faults }, target: WebhookTarget) {
    this.deps = deps
    this.target = target
  }

  enqueue = ({ pendingEvents, now }: Write, objects: string[]) => {
    for (const { type, objectIndex, id } of pendingEvents) {
      if (id === undefined || !hasWebhookType(type)) continue
      const created = Math.floor(now.getTime() / 1000)
      this.track(
        this.deliver({ id, type, created, object: objects[objectIndex] ?? 'null', attempts: 0 }),
      )
    }
  }

  /** Waits for events in flight, then sends everything that is due. */
  async deliverDue() {
    await this.settle()
    await this.sendDue()
    await this.settle()
  }

  /** Sends all due events, of any process. */
  async sendDue() {
    for (;;) {
      const due = await this.claimDue()
      if (due.length === 0) return
      await Promise.all(due.map((delivery) => this.deliver(delivery)))
    }
  }

  /** Events that are not delivered within the grace period are sent again after the next start. */
  async close() {
    const graceTimer = setTimeout(() => this.agent.destroy(), CLOSE_GRACE_MS)
    await this.settle()
    clearTimeout(graceTimer)
    this.agent.destroy()
  }

  /** Waits for events in flight and records the delivered ones. */
  private async settle() {
    while (this.inFlight.size > 0) await Promise.all(this.inFlight)
    clearTimeout(this.markTimer)
    await this.markDelivered()
  }

  private track(work: Promise<void>) {
    const tracked = work
      .catch((error) => this.deps.log.error({ err: error }, 'sandbox webhook failed'))
      .finally(() => this.inFlight.delete(tracked))
    this.inFlight.add(tracked)
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const fault = this.deps.faults.forWebhook(delivery.type)
    if (fault === 'lose') return this.postpone(delivery, null)
    if (fault === 'duplicate') await this.attempt(delivery)
    if (typeof fault === 'object') {
      if ('delay' in fault) return this.postpone(delivery, fault.delay)
      this.shuffled.unshift(delivery)
      if (this.shuffled.length < fault.shuffle) return
      for (const late of this.shuffled.splice(0)) await this.attempt(late)
      return
    }
    return this.attempt(delivery)
  }

  private async attempt(delivery: Delivery) {
    const status = await this.post(eventText(delivery)).catch((error: Error) => error.message)
    if (typeof status === 'number' && status >= 200 && status < 300) {
      this.deliveredIds.push(delivery.id)
      this.markTimer ??= setTimeout(() => this.track(this.markDelivered()), MARK_DELAY_MS).unref()
      return
    }
    const { id, type, attempts } = delivery
    this.deps.log.warn({ eventId: id, type, attempts, status }, 'sandbox webhook not accepted')
    await this.postpone(delivery, RETRY_DELAYS_MS[attempts] ?? null)
  }

  /** Signs like Stripe: a timestamp, and an HMAC of the timestamp and the payload. */
  private post(payload: string): Promise<number | undefined> {
    const time = Math.floor(this.deps.clock.now().getTime() / 1000)
    const { secret } = this.target
    const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
    return new Promise((resolve, reject) => {
      const sent = request(this.target.url(), {
        method: 'POST',
        agent: this.agent,
        timeout: 10_000,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(payload),
          'stripe-signature': `t=${time},v1=${signature}`,
        },
      })
      sent.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
        response.on('error', reject)
      })
      sent.on('timeout', () => sent.destroy(new Error('timeout')))
      sent.on('error', reject)
      sent.end(payload)
    })
  }

  /** Schedules the next attempt after the delay; null means never. */
  private async postpone({ id }: Delivery, delayMs: number | null) {
    const due = delayMs === null ? null : new Date(this.deps.clock.now().getTime() + delayMs)
    await this.deps.pool.query({
      name: 'sandbox_postpone',
      text: 'update sandbox.events set attempts = attempts + 1, due_at = $2 where id = $1',
      values: [id, due],
    })
  }

  private async markDelivered() {
    this.markTimer = undefined
    const ids = this.deliveredIds
    if (ids.length === 0) return
    this.deliveredIds = []
    await this.deps.pool.query({
      name: 'sandbox_mark_delivered',
      text: `update sandbox.events set attempts = attempts + 1, due_at = null, delivered_at = $2
             where id = any($1)`,
      values: [ids, this.deps.clock.now()],
    })
  }

  private async claimDue(): Promise<Delivery[]> {
    const now = this.deps.clock.now()
    const { rows } = await this.deps.pool.query<Delivery & { seq: string }>({
      name: 'sandbox_claim_due',
      text: `update sandbox.events set due_at = $2
             where id in (select id from sandbox.events where due_at <= $1
                          order by seq limit ${BATCH_SIZE} for update skip locked)
             returning id, seq, type, created::int as created, data::text as object, attempts`,
      values: [now, new Date(now.getTime() + LEASE_MS)],
    })
    return rows.sort((a, b) => Number(a.seq) - Number(b.seq))
  }
}
