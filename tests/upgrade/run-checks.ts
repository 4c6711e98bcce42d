import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { rowChecks } from './row-checks.ts'
import { totalChecks } from './total-checks.ts'
import type { UpgradeCheck, UpgradeChecks } from './upgrade-check.ts'

/** The answers, each row as one line of text. */
export async function runChecks(
  pool: Pool,
  version: keyof UpgradeCheck,
  facts: UpgradeChecks,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, fact] of Object.entries(facts)) {
    const { rows } = await pool.query({ text: fact[version], rowMode: 'array' })
    found[name] = rows.map((row: unknown[]) => row.map(asText).join(' | '))
  }
  return found
}

/** What is kept beside the dump: totals to be read, and a digest of every list of rows. */
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
