/** One query about the data of version 0.1.0 and the query of the present version with the same result. */
export type UpgradeCheck = { before: string; after: string }

export type UpgradeChecks = Record<string, UpgradeCheck>

/** Tables and columns of 0.1.0 that a migration has renamed since. */
const renamed: Record<string, string> = {
  mails: 'emails',
  payers: 'provider_customers',
  payment_steps: 'payment_transitions',
  tallies: 'rollups',
  cycle_extras: 'one_time_items',
  deed: 'action',
  tries: 'failed_attempts',
  held_at: 'hold_at',
  basket: 'item_quantities',
  words: 'text',
  follows_default_card: 'uses_default_card',
}

/** Stored values that a migration has renamed since, by the expression that reads them. */
const renamedValues: Record<string, Record<string, string>> = {
  email_status: { pending: 'waiting', discarded: 'dropped' },
  skip_reason: { missed_but_delivered: 'missed_delivered', product_unavailable: 'product_gone' },
  attempt_outcome: { not_processed: 'lost' },
  rollup_name: { renewals: 'brought' },
}

const columns: Record<string, string> = {
  email_status: 'status',
  skip_reason: 'reason',
  attempt_outcome: 'outcome',
  rollup_name: 'name',
}

/**
 * One query for both versions, in the names of 0.1.0. `$email_status` and the like read a column
 * whose values were renamed; in the present version they are compared by their names of 0.1.0.
 */
export const same = (query: string): UpgradeCheck => ({
  before: query.replace(/\$(\w+)/g, (_, name: string) => columns[name] ?? name),
  after: query
    .replace(/\b\w+\b/g, (word) => renamed[word] ?? word)
    .replace(/\$(\w+)/g, (_, name: string) => readOldValue(name)),
})

function readOldValue(name: string): string {
  const cases = Object.entries(renamedValues[name] ?? {}).map(
    ([present, old]) => `when '${present}' then '${old}'`,
  )
  return `case ${columns[name]} ${cases.join(' ')} else ${columns[name]} end`
}
