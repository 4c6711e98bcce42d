import { eq } from 'drizzle-orm'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { intents, payments } from '../tables.ts'

type IntentTimestamp = Params<{ intentId: string; at: Date }>

export const touchCheckedAt = preparedStatement((db, param: IntentTimestamp) =>
  db
    .update(intents)
    .set({ checkedAt: param('at') })
    .where(eq(intents.id, param('intentId'))),
)
export const touchPaymentCheckedAt = preparedStatement((db, param: IntentTimestamp) =>
  db
    .update(payments)
    .set({ checkedAt: param('at'), readStartedAt: param('at') })
    .where(eq(payments.intentId, param('intentId'))),
)
export const markClosed = preparedStatement((db, param: IntentTimestamp) =>
  db
    .update(intents)
    .set({ closedAt: param('at') })
    .where(eq(intents.id, param('intentId'))),
)
