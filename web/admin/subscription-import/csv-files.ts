import type { SubscriptionImportReport } from '#contract/staff/subscription-imports.ts'

/** A spreadsheet runs a cell that starts like a formula, so such a cell gets an apostrophe. */
const toCell = (text: string) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

const toCsv = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map((cells) => cells.map(toCell).join(',')).join('\r\n')}\r\n`

const before = ['Name', 'Email', 'Phone', 'Street', 'Unit', 'City', 'State', 'ZIP']
const after = ['Frequency', 'Next delivery', 'Bottles held', 'Bottles on deposit', 'Notes']

/** A file with the shop's own products and one example line. */
export function templateCsv(productNames: readonly string[], nextDate: string): string {
  const person = ['Jane Example', 'jane@example.com', '845-555-0100', '1 Main Street', 'Apt 2']
  const quantities = productNames.map((_, index) => (index === 0 ? '3' : ''))
  return toCsv([
    [...before, ...productNames, ...after],
    [
      ...person,
      'Kingston',
      'NY',
      '12401',
      ...quantities,
      'weekly',
      nextDate,
      '3',
      '3',
      'Side door',
    ],
  ])
}

export const errorsCsv = ({ errors }: Pick<SubscriptionImportReport, 'errors'>): string =>
  toCsv([
    ['Line', 'Column', 'Problem'],
    ...errors.map(({ line, column, message }) => [String(line), column ?? '', message]),
  ])

export function downloadCsv(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
