import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { rowChecks } from './row-checks.ts'
import { totalChecks } from './total-checks.ts'
import type { UpgradeCheck, UpgradeChecks } from './upgrade-check.ts'

/** Runs each check's query and returns its rows as lines of text. */
export async function runChecks(
  pool: Pool,
  version: keyof UpgradeCheck,
  checks: UpgradeChecks,
): Promise<Record<string, string[]>> {
  const results: Record<string, string[]> = {}
  for (const [name, check] of Object.entries(checks)) {
    const { rows } = await pool.query({ text: check[version], rowMode: 'array' })
    results[name] = rows.map((row: unknown[]) => row.map(asText).join(' | '))
  }
  return results
}

/** Stored next to the dump: readable totals, and a digest of each list of rows. */
export async function summarize(
  pool: Pool,
  version: keyof UpgradeCheck,
): Promise<Record<string, string[]>> {
  const lists = await runChecks(pool, version, rowChecks)
  const digests = Object.entries(lists).map(([name, lines]) => {
    const digest = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
    return [name, [`${lines.length} rows, ${digest}`]]
  })
  return { ...(await runChecks(pool, version, totalChecks)), ...Object.fromEntries(digests) }
}

function asText(value: unknown): string {
  if (value === null) return '-'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
