/**
 * One question to the database, asked of version 0.1.0 and of the present one; the two must answer
 * the same. A migration that renames a table, a column or a stored value changes `after` alone.
 */
export type Fact = { before: string; after: string }

export type Facts = Record<string, Fact>

/** Asked in the same way of both versions, until a migration makes them differ. */
export const same = (query: string): Fact => ({ before: query, after: query })
