import { and, desc, lte } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { HEARTBEAT_MS } from '#server/db/heartbeats.ts'
import { payments } from '#server/modules/payments/tables.ts'
import type { Finding } from '../finding.ts'
import { isCard } from './declines.ts'

/** The provider may be late with a webhook. */
const LATE_MS = 30 * 60_000
/** A webhook of the same moment may have been recorded a little earlier than the payment. */
const MARGIN_MS = 2 * HEARTBEAT_MS

type WebhookDeps = { db: Db; now: Date; awakeSince: Date; last: Date | undefined }

/**
 * Payments succeed, but no webhook arrives: its address or secret is wrong. Reconciliation finds
 * these payments minutes later, so that no one would notice.
 */
export async function watchWebhooks(deps: WebhookDeps): Promise<Finding> {
  const kind = 'webhooks_silent'
  // Before the first webhook, payments count from when this process started to watch.
  const known = (deps.last ?? deps.awakeSince).getTime()
  const until = new Date(deps.now.getTime() - LATE_MS)
  const [latest] = await deps.db
    .select({ paidAt: payments.paidAt })
    .from(payments)
    .where(and(lte(payments.paidAt, until), isCard))
    .orderBy(desc(payments.paidAt))
    .limit(1)
  const isUnannounced = (latest?.paidAt?.getTime() ?? 0) > known + MARGIN_MS
  if (!isUnannounced) return { kind, state: deps.last ? 'ended' : 'unclear' }
  const message =
    'Cards are charged, but no webhook of the payment provider arrives. Orders are confirmed minutes late. Run npm run doctor, and compare the webhook secret.'
  return { kind, state: 'open', message }
}
