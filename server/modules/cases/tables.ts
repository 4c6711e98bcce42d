import { sql } from 'drizzle-orm'
import {
  customType,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { orders } from '#server/modules/orders/tables.ts'

const instant = () => timestamp({ withTimezone: true })
const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Rule 66: a problem that a customer reported, and the answer of staff. Erasure deletes the row. */
export const cases = pgTable(
  'cases',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['damaged', 'missing', 'wrong-count', 'other'] }).notNull(),
    text: text().notNull(),
    state: text({ enum: ['open', 'answered'] })
      .notNull()
      .default('open'),
    createdAt: instant().notNull(),
    /** Sorts the queue; written with the state (`queueKey` in rules.ts). */
    queueKey: text().notNull(),
    /** Also set while the refund that answers the case is pending and the case still open. */
    outcome: text({ enum: ['credit', 'refund', 'redelivery', 'closed'] }),
    /** The message to the customer. If a refund failed, it stays for the next answer. */
    message: text(),
    /** The credit or the refund. */
    amountCents: integer(),
    refundId: uuid(),
    /**
     * The stop of the redelivery. No foreign key: staff may delete it. The case is open again if the
     * stop is cancelled, and answered again if the stop is set back (`follow-redeliveries.ts`).
     */
    scheduleId: uuid(),
    answeredBy: text(),
    answeredAt: instant(),
    /** How often it was answered: a returned refund or a cancelled redelivery opens it again. */
    answers: integer().notNull().default(0),
    /** Why the last answer was not carried out: a refund failed, or a redelivery was cancelled. */
    problem: text(),
  },
  (table) => [
    index().on(table.orderId),
    index('cases_queue').on(table.queueKey, table.id),
    index('cases_by_state').on(table.state, table.queueKey, table.id),
    index('cases_of_refunds').on(table.refundId).where(sql`refund_id is not null`),
    index('cases_of_stops').on(table.scheduleId).where(sql`schedule_id is not null`),
    // A double click reports one problem. A case that was opened again may exist next to a new one.
    uniqueIndex('cases_open')
      .on(table.orderId, table.kind)
      .where(sql`state = 'open' and answers = 0`),
  ],
)

/** The encoded photo of a case; never the file as it was uploaded. */
export const casePhotos = pgTable('case_photos', {
  caseId: uuid()
    .primaryKey()
    .references(() => cases.id, { onDelete: 'cascade' }),
  /** Of the encoded photo. */
  hash: text().notNull(),
  bytes: bytes().notNull(),
})
