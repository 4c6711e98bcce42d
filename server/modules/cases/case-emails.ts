import { and, eq } from 'drizzle-orm'
import type { CaseOutcome } from '#contract/cases/cases.ts'
import { formatDate } from '#contract/dates/calendar.ts'
import { formatCents } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { BuildEmail, CaseEmailData, RenderEmail } from '#server/modules/mail/index.ts'
import { type CaseRow, findCase } from './queries.ts'
import { cases } from './tables.ts'

type EmailDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderEmail }

/** Confirms a report to the customer and sends the answer; the email's subject is the order. */
export function caseEmails(deps: EmailDeps): Record<CaseEmailData['kind'], BuildEmail> {
  const build =
    (kind: CaseEmailData['kind']): BuildEmail =>
    async (orderId, suffix = '') => {
      const [caseId = ''] = suffix.split(':')
      const row = await findCase(deps.db, and(eq(cases.id, caseId), eq(cases.orderId, orderId)))
      const { customerEmail, customerName } = row?.order ?? {}
      if (!row || !customerEmail) return undefined
      // Opened again since: the answer no longer counts.
      if (kind === 'case_answered' && row.case.state !== 'answered') return undefined
      const { shop, publicUrl } = deps
      const content = await deps.render({
        kind,
        shop,
        publicUrl,
        orderNumber: formatOrderNumber(orderId),
        name: customerName ?? '',
        problem: row.case.kind,
        text: row.case.text,
        answer: kind === 'case_answered' ? answerText(row) : '',
        message: kind === 'case_answered' ? (row.case.message ?? '') : '',
        caseUrl: `${publicUrl}/customer/orders?order=${orderId}`,
      })
      return { to: customerEmail, ...content }
    }
  return { case_received: build('case_received'), case_answered: build('case_answered') }
}

const answerTexts: Record<CaseOutcome, (amount: string, date: string | null) => string> = {
  credit: (amount) =>
    `We added ${amount} of credit to your account. We’ll use it for your next delivery or order.`,
  refund: (amount) => `We refunded ${amount}. You get a separate email with the details.`,
  redelivery: (_, date) =>
    date
      ? `We’ll deliver a replacement on ${formatDate(date)}, at no charge.`
      : 'We’ll deliver a replacement at no charge.',
  closed: () => '',
}

const answerText = ({ case: row, redeliveryDate }: CaseRow): string =>
  row.outcome ? answerTexts[row.outcome](formatCents(row.amountCents ?? 0), redeliveryDate) : ''
