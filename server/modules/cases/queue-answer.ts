import type { Tx } from '#server/db/client.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import type { cases } from './tables.ts'

/** Emails an answer to the customer, once for each time that the case is answered. */
export const queueAnswer = (
  tx: Tx,
  deps: { clock: Clock; random: Random },
  { id, orderId, answers }: typeof cases.$inferSelect,
): Promise<void> =>
  queueEmail(tx, deps, {
    kind: 'case_answered',
    subjectId: orderId,
    dedupeSuffix: `${id}:${answers}`,
  })
