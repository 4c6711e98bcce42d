import { eq } from 'drizzle-orm'
import { formatDate } from '#contract/dates/calendar.ts'
import { amountToCents, formatCents } from '#contract/money.ts'
import { monthName, statementLabels } from '#contract/payments/statement-labels.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { BuildEmail } from '#server/modules/mail/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { EmailDeps } from '../order-emails.ts'
import { readStatement } from './read-statement.ts'

type Deps = EmailDeps & { clock: Clock }

/** Rule 39: the monthly statement; the email's subject is the customer, its suffix the month. */
export function statementEmails(deps: Deps): { invoice_statement: BuildEmail } {
  return {
    invoice_statement: async (customerId, month) => {
      const { db, shop, publicUrl, render } = deps
      const [customer] = await db.select().from(customers).where(eq(customers.id, customerId))
      if (!customer) return undefined
      const statement = await readStatement(deps, customerId, month)
      const content = await render({
        kind: 'invoice_statement',
        shop,
        publicUrl,
        name: customer.name ?? '',
        month: monthName(statement.month),
        opening: formatAmount(statement.opening),
        closing: formatAmount(statement.closing),
        overdue: amountToCents(statement.overdue) ? formatAmount(statement.overdue) : null,
        lines: statement.lines.map(({ date, kind, invoiceNumber, dueOn, amount }) => ({
          date: formatDate(date, 'short'),
          text: [
            [statementLabels[kind], invoiceNumber].filter(Boolean).join(' '),
            dueOn && `due ${formatDate(dueOn, 'short')}`,
          ]
            .filter(Boolean)
            .join(', '),
          amount: formatAmount(amount),
        })),
        statementUrl: `${publicUrl}/customer/invoices`,
      })
      return { to: customer.email, ...content }
    },
  }
}

/** '-5.00' is '-$5.00'. */
function formatAmount(amount: string): string {
  const cents = amountToCents(amount.replace(/^-/, '')) ?? 0
  return formatCents(amount.startsWith('-') ? -cents : cents)
}
