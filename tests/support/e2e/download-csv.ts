import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'

export type CsvRow = Record<string, string>

/** Clicks the link and returns the rows of the file it downloads, by column. */
export async function downloadCsv(page: Page, name: string): Promise<CsvRow[]> {
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name, exact: true }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  return parse(text, { bom: true, columns: true, record_delimiter: '\r\n' })
}

/** Sums a column of dollar amounts, in cents. */
export const sumCents = (rows: CsvRow[], column: string): number =>
  rows.reduce((sum, row) => sum + toCents(row[column]), 0)

export const toCents = (text: string | undefined): number => Math.round(Number(text || 0) * 100)
