import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { unpaidStatuses } from './rules.ts'

/** Columns of the cycle that charges the delivery. */
type HoldColumns = Record<'status' | 'holdAt' | 'releasedAt', SQLWrapper>

/** As text, because a partial index matches no parameters. */
const unpaid = sql.raw(unpaidStatuses.map((status) => `'${status}'`).join(', '))

/** The same as `isOnHold`. */
export const onHold = ({ status, holdAt, releasedAt }: HoldColumns): SQL =>
  sql`(${holdAt} is not null and ${releasedAt} is null and ${status} in (${unpaid}))`

/**
 * A renewal that is not paid and still to be delivered: it is charged only on its date, or staff
 * released it, even if its charge failed for good.
 */
export const isUnpaidDeliverable = (cycle: HoldColumns): SQL =>
  sql`(${cycle.status} in (${unpaid}) and not ${onHold(cycle)})`
