import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/client.ts'
import { readHeartbeats } from '#server/db/heartbeats.ts'
import { watchWebhooks } from '#server/health/watches/webhooks.ts'
import type { Clock } from '#server/runtime.ts'
import { type CheckResult, fail, ok, warn } from '../check.ts'

type WebhookDeps = { db: Db; clock: Clock; config: Pick<Config, 'publicUrl'> }

/** An idle shop gets no webhooks, so their age alone proves nothing. */
export async function checkWebhooks({ db, clock, config }: WebhookDeps): Promise<CheckResult> {
  const now = clock.now()
  const last = (await readHeartbeats(db, ['webhook'])).get('webhook')
  if (!last) return warn(`No webhook has arrived yet at ${config.publicUrl}.`)
  const finding = await watchWebhooks({ db, now, awakeSince: now, last })
  if (finding.state === 'open') return fail(finding.message)
  return ok(`The latest webhook arrived at ${last.toISOString()}.`)
}
