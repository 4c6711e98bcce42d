/**
 * A query that must return the same rows before and after the upgrade. A migration that renames a
 * table, a column or a stored value changes only `after`.
 */
export type UpgradeCheck = { before: string; after: string }

export type UpgradeChecks = Record<string, UpgradeCheck>

/** The same query for both versions, until a migration makes them differ. */
export const same = (query: string): UpgradeCheck => ({ before: query, after: query })
