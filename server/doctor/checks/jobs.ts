import type { Pool } from 'pg'
import type { Db } from '#server/db/client.ts'
import { readShopGauges } from '#server/http/shop-gauges.ts'
import type { Clock } from '#server/runtime.ts'
import { type CheckResult, fail, NotCheckedError, ok } from '../check.ts'
import { isShopRunning } from './postgres.ts'

const MINUTE_S = 60
/** Jobs are picked up within seconds. */
const QUEUE_LIMIT_S = 5 * MINUTE_S
const ENGINE_LIMIT_S = 10 * MINUTE_S
const OUTBOX_LIMIT_S = 15 * MINUTE_S

type JobDeps = { db: Db; pool: Pool; clock: Clock }

const minutes = (seconds: number) => `${Math.floor(seconds / MINUTE_S)} minutes`

/** A stopped shop runs no jobs, so their age proves nothing. */
async function readGauges(deps: JobDeps) {
  if (!(await isShopRunning(deps.pool))) throw new NotCheckedError('the shop is not running.')
  return readShopGauges(deps)
}

export async function checkQueue(deps: JobDeps): Promise<CheckResult> {
  const { queueAge } = await readGauges(deps)
  if (queueAge <= QUEUE_LIMIT_S) return ok('Background jobs start on time.')
  return fail(`A background job has been waiting for ${minutes(queueAge)}. Start the shop again.`)
}

export async function checkCharging(deps: JobDeps): Promise<CheckResult> {
  const { engineAge, dueCycles } = await readGauges(deps)
  const due = `${dueCycles} deliveries are due to be charged`
  if (engineAge <= ENGINE_LIMIT_S) return ok(`Charging is up to date; ${due}.`)
  return fail(`Charging has not finished a round for ${minutes(engineAge)}; ${due}.`)
}

export async function checkOutbox(deps: JobDeps): Promise<CheckResult> {
  const { outboxAge } = await readGauges(deps)
  if (outboxAge <= OUTBOX_LIMIT_S) return ok('No email is waiting for longer than it should.')
  return fail(`The oldest due email has been waiting for ${minutes(outboxAge)}.`)
}
