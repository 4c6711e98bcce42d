import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#server/modules/orders/tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** I3: every time a card is asked, its key, sum and card are committed before. */
export const chargeAttempts = pgTable(
  'charge_attempts',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** Counts every request that may move money, the unknown ones too. */
    number: integer().notNull(),
    intentId: text().notNull(),
    key: text().notNull().unique(),
    amountCents: integer().notNull(),
    paymentMethodRef: text().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
    /** None while nobody knows (I4). lost: the provider did nothing with it. */
    outcome: text({ enum: ['paid', 'soft', 'hard', 'authentication', 'lost'] }),
    code: text(),
    /** The bank's no, as the provider names it. */
    chargeRef: text(),
  },
  (table) => [index().on(table.orderId, table.number)],
)

/** When the engine last ran: a gap is reconciled with the provider's ledger before any charge. */
export const engineHeartbeats = pgTable('engine_marks', {
  name: text().primaryKey(),
  at: instant().notNull(),
})
