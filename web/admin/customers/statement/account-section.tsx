import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates/calendar.ts'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { staffStatementQuery } from '#web/api/statements.ts'
import { formatSigned } from '#web/shared/money.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** A customer's balance by invoice. Hidden if there was never an invoice. */
export function AccountSection({ customerId }: { customerId: string }) {
  const { data: statement } = useQuery(staffStatementQuery(customerId))
  if (!statement || statement.months.length === 0) return null
  const { closing, overdue, openInvoices } = statement
  return (
    <PanelSection
      title="Invoice account"
      action={
        <SiteLink
          href={staffPaths.statement(customerId)}
          className={buttonClass('secondary', 'small')}
        >
          View statement
        </SiteLink>
      }
    >
      <DetailList
        fields={[
          ['Open balance', formatSigned(closing)],
          ['Overdue', formatSigned(overdue)],
        ]}
      />
      {openInvoices.length > 0 ? (
        <ul aria-label="Open invoices" className="flex flex-col gap-1.5 text-sm">
          {openInvoices.map(({ orderId, invoiceNumber, dueOn, amount, isOverdue }) => (
            <li key={orderId} className="flex justify-between gap-3">
              <SiteLink href={staffPaths.order(orderId)} className="underline">
                {invoiceNumber ?? 'Invoice'}
              </SiteLink>
              <span className={isOverdue ? 'font-semibold text-warning' : 'text-muted'}>
                {isOverdue ? 'overdue since' : 'due'} {formatDate(dueOn, 'short')}
              </span>
              <span className="tabular-nums">{formatSigned(amount)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </PanelSection>
  )
}
