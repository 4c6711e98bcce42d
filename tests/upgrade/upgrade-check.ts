/**
 * One question to the database, asked of version 0.1.0 and of the present one; the two must answer
 * the same. A migration that renames a table, a column or a stored value changes `after` alone.
 */
export type UpgradeCheck = { before: string; after: string }

export type UpgradeChecks = Record<string, UpgradeCheck>

/** Asked in the same way of both versions, until a migration makes them differ. */
export const same = (query: string): UpgradeCheck => ({ before: query, after: query })
