import { eq } from 'drizzle-orm'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { intents, payments } from '../tables.ts'

type IntentTimestampParams = Params<{ intentId: string; at: Date }>

export const touchCheckedAt = preparedStatement((db, param: IntentTimestampParams) =>
  db
    .update(payments)
    .set({ checkedAt: param('at'), readStartedAt: param('at') })
    .where(eq(payments.intentId, param('intentId'))),
)
export const markClosed = preparedStatement((db, param: IntentTimestampParams) =>
  db
    .update(intents)
    .set({ closedAt: param('at') })
    .where(eq(intents.id, param('intentId'))),
)
