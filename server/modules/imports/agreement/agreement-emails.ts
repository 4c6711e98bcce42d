import { and, eq } from 'drizzle-orm'
import { formatDate } from '#contract/dates/calendar.ts'
import { centsToText } from '#contract/money.ts'
import { AGREEMENT_DAYS } from '#contract/staff/subscription-imports.ts'
import { importedConsent } from '#contract/subscriptions/consent.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import type { BuildEmail } from '#server/modules/mail/index.ts'
import type { EmailDeps } from '#server/modules/orders/index.ts'
import { planImported } from '#server/modules/subscriptions/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { type ImportedRow, importedSubscriptions } from '../tables.ts'
import { toImported } from './find-agreement.ts'

type Deps = EmailDeps & { clock: Clock; random: Random }

const DAY_MS = 86_400_000

/** Rule 67: the email with the link, and the confirmation of what was agreed to. */
export const agreementEmails = (
  deps: Deps,
): Record<'agreement_request' | 'agreement_confirmed', BuildEmail> => ({
  // The token is generated here, so that only the email has it. Its hash is committed first.
  agreement_request: async (id) => {
    const token = deps.random.token(32)
    const now = deps.clock.now()
    const expiresAt = new Date(now.getTime() + AGREEMENT_DAYS * DAY_MS)
    const [row] = await deps.db
      .update(importedSubscriptions)
      .set({ tokenHash: hashToken(token), sentAt: now, expiresAt })
      .where(and(eq(importedSubscriptions.id, id), eq(importedSubscriptions.status, 'waiting')))
      .returning()
    return row && build(deps, 'agreement_request', row, `${deps.publicUrl}/agree/${token}`)
  },
  agreement_confirmed: async (id) => {
    const [row] = await deps.db
      .select()
      .from(importedSubscriptions)
      .where(and(eq(importedSubscriptions.id, id), eq(importedSubscriptions.status, 'agreed')))
    return (
      row && build(deps, 'agreement_confirmed', row, `${deps.publicUrl}/customer/subscriptions`)
    )
  },
})

async function build(
  deps: Deps,
  kind: 'agreement_request' | 'agreement_confirmed',
  row: ImportedRow,
  url: string,
) {
  const { shop, publicUrl } = deps
  const terms = await planImported(deps.db, deps, toImported(row))
  const { totalCents } = terms.price
  const { frequency } = row
  const { deliveryDate } = terms
  const consent = importedConsent({ totalCents, frequency, deliveryDate, calendar: shop.calendar })
  const content = await deps.render({
    kind,
    shop,
    publicUrl,
    name: row.customerName,
    items: terms.lines.map(({ product, quantity }) => `${quantity} × ${product.name}`),
    frequency,
    total: `$${centsToText(totalCents)}`,
    deliveryDate: formatDate(deliveryDate),
    consent: row.consentText ? [row.consentText] : consent,
    url,
    days: AGREEMENT_DAYS,
  })
  return { to: row.customerEmail, ...content }
}
