import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#server/modules/orders/tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** I3: key, amount and card of every charge request are committed before it is sent. */
export const chargeAttempts = pgTable(
  'charge_attempts',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** Counts every request that may move money, including those with an unknown outcome. */
    number: integer().notNull(),
    intentId: text().notNull(),
    key: text().notNull().unique(),
    amountCents: integer().notNull(),
    paymentMethodRef: text().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
    /** Null while unknown (I4). `lost`: the provider never processed the request. */
    outcome: text({ enum: ['paid', 'soft', 'hard', 'authentication', 'not_processed'] }),
    code: text(),
    /** The provider's id of the declined charge. */
    chargeRef: text(),
  },
  (table) => [index().on(table.orderId, table.number)],
)

/** When the engine last ran. After downtime the ledger is read before any charge. */
export const engineHeartbeats = pgTable('engine_heartbeats', {
  name: text().primaryKey(),
  at: instant().notNull(),
})
