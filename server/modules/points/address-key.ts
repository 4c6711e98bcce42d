import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The key of an address, which ignores letter case, punctuation and common abbreviations. */
export const addressKeySql = (
  address: SQLWrapper | string,
  zip: SQLWrapper | string,
): SQL<string> => sql`delivery_point_key(${address}, ${zip})`
