import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Pool } from 'pg'
import type { Clock, Log } from '#server/world.ts'
import { eventText, type StoredEvent } from './events-api.ts'
import type { Faults } from './faults.ts'
import { isDelivered, lease, type Write } from './write-statement.ts'

type Delivery = StoredEvent & { attempts: number }

export type WebhookTarget = { url(): string; secret: string }

/** Waits after the first, second … failure: about three days in all, as Stripe's. */
const backOff = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400].map(
  (seconds) => seconds * 1000,
)

/** Small enough for a batch to be over, timeouts included, before its lease is. */
const batch = 20

const graceAtClose = 1_000

/** A delivered mark may be lost in a crash: the event then comes twice, which receivers must bear. */
const markAfter = 250

/**
 * Sends events to the shop: at once after the commit that made them, and again with growing pauses
 * until a 2xx answers. Every process may pick up what is due, whichever made it.
 */
export class Webhooks {
  private readonly world: { pool: Pool; clock: Clock; log: Log; faults: Faults }
  private readonly target: WebhookTarget
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 })
  private readonly underWay = new Set<Promise<void>>()
  private readonly held: Delivery[] = []
  private delivered: string[] = []
  private marking: NodeJS.Timeout | undefined

  constructor(
    world: { pool: Pool; clock: Clock; log: Log; faults: Faults },
    target: WebhookTarget,
  ) {
    this.world = world
    this.target = target
  }

  announce = ({ notes, now }: Write, objects: string[]) => {
    for (const { type, of, id } of notes) {
      if (id === undefined || !isDelivered(type)) continue
      const created = Math.floor(now.getTime() / 1000)
      this.track(this.deliver({ id, type, created, object: objects[of] ?? 'null', attempts: 0 }))
    }
  }

  /** Everything under way, then everything that is due by the clock. */
  async deliverDue() {
    await this.settle()
    await this.sendDue()
    await this.settle()
  }

  /** What is due by the clock, whichever process made it. */
  async sendDue() {
    for (;;) {
      const due = await this.claimDue()
      if (due.length === 0) return
      await Promise.all(due.map((delivery) => this.deliver(delivery)))
    }
  }

  /** What has not arrived within a moment is sent again after the next start. */
  async close() {
    const hurry = setTimeout(() => this.agent.destroy(), graceAtClose)
    await this.settle()
    clearTimeout(hurry)
    this.agent.destroy()
  }

  /** Waits for what is under way and writes down what has arrived. */
  private async settle() {
    while (this.underWay.size > 0) await Promise.all(this.underWay)
    clearTimeout(this.marking)
    await this.markDelivered()
  }

  private track(work: Promise<void>) {
    const tracked = work
      .catch((error) => this.world.log.error({ err: error }, 'sandbox webhook went wrong'))
      .finally(() => this.underWay.delete(tracked))
    this.underWay.add(tracked)
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const fault = this.world.faults.ofWebhook(delivery.type)
    if (fault === 'lose') return this.postpone(delivery, null)
    if (fault === 'duplicate') await this.attempt(delivery)
    if (typeof fault === 'object') {
      if ('delay' in fault) return this.postpone(delivery, fault.delay)
      this.held.unshift(delivery)
      if (this.held.length < fault.shuffle) return
      for (const late of this.held.splice(0)) await this.attempt(late)
      return
    }
    return this.attempt(delivery)
  }

  private async attempt(delivery: Delivery) {
    const status = await this.post(eventText(delivery)).catch((error: Error) => error.message)
    if (typeof status === 'number' && status >= 200 && status < 300) {
      this.delivered.push(delivery.id)
      this.marking ??= setTimeout(() => this.track(this.markDelivered()), markAfter).unref()
      return
    }
    const { id, type, attempts } = delivery
    this.world.log.warn({ eventId: id, type, attempts, status }, 'sandbox webhook not taken')
    await this.postpone(delivery, backOff[attempts] ?? null)
  }

  /** Signed as Stripe signs: a time and an HMAC over that time and the bytes sent. */
  private post(payload: string): Promise<number | undefined> {
    const time = Math.floor(this.world.clock.now().getTime() / 1000)
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
      sent.on('response', (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode))
        answer.on('error', reject)
      })
      sent.on('timeout', () => sent.destroy(new Error('timeout')))
      sent.on('error', reject)
      sent.end(payload)
    })
  }

  /** Tries again after that pause; without one, never. */
  private async postpone({ id }: Delivery, pause: number | null) {
    const due = pause === null ? null : new Date(this.world.clock.now().getTime() + pause)
    await this.world.pool.query({
      name: 'sandbox_postpone',
      text: 'update sandbox.events set attempts = attempts + 1, due_at = $2 where id = $1',
      values: [id, due],
    })
  }

  private async markDelivered() {
    this.marking = undefined
    const ids = this.delivered
    if (ids.length === 0) return
    this.delivered = []
    await this.world.pool.query({
      name: 'sandbox_mark_delivered',
      text: `update sandbox.events set attempts = attempts + 1, due_at = null, delivered_at = $2
             where id = any($1)`,
      values: [ids, this.world.clock.now()],
    })
  }

  private async claimDue(): Promise<Delivery[]> {
    const now = this.world.clock.now()
    const { rows } = await this.world.pool.query<Delivery & { seq: string }>({
      name: 'sandbox_claim_due',
      text: `update sandbox.events set due_at = $2
             where id in (select id from sandbox.events where due_at <= $1
                          order by seq limit ${batch} for update skip locked)
             returning id, seq, type, created::int as created, data::text as object, attempts`,
      values: [now, new Date(now.getTime() + lease)],
    })
    return rows.sort((one, other) => Number(one.seq) - Number(other.seq))
  }
}
