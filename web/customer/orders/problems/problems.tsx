import { useQuery } from '@tanstack/react-query'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { casesQuery } from '#web/api/cases/cases.ts'
import { pageData } from '#web/api/page-data.ts'
import { Section } from '#web/customer/orders/section.tsx'
import { CaseCard } from './case-card.tsx'
import { ReportButton } from './report-button.tsx'

type ProblemsProps = {
  order: KnownCustomerOrder
  startsReport: boolean
  onReportClosed: () => void
}

/** What was reported about the order, and the way to report a problem for 48 hours. */
export function Problems({ order, startsReport, onReportClosed }: ProblemsProps) {
  const { data = [] } = useQuery(casesQuery)
  const cases = data.filter(({ orderId }) => orderId === order.id)
  const canReport = Boolean(order.reportUntil) && Date.now() < Date.parse(order.reportUntil ?? '')
  if (cases.length === 0 && !canReport && !startsReport) return null
  return (
    <Section title="Problems">
      {cases.map((row) => (
        <CaseCard key={row.id} case={row} />
      ))}
      {canReport ? (
        <ReportButton
          orderId={order.id}
          until={order.reportUntil ?? ''}
          startsOpen={startsReport}
          onClose={onReportClosed}
        />
      ) : startsReport ? (
        <p>
          You can report a problem here for 48 hours after the delivery. Call us at{' '}
          <span className="whitespace-nowrap">{pageData().shop.phone}</span> and we'll help.
        </p>
      ) : null}
    </Section>
  )
}
