import type { StatementLine } from './statements.ts'

/** The lines of a statement, on pages and in its email. */
export const statementLabels: Record<StatementLine['kind'], string> = {
  invoiced: 'Invoice',
  received: 'Payment for invoice',
  cancelled: 'Cancelled invoice',
}

const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '2026-11' is 'November 2026'. */
export const monthName = (month: string) => format.format(new Date(`${month}-01T12:00:00Z`))
