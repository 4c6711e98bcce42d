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

/** Reported problems of the order, and how to report one: here for 48 hours, then by phone. */
export function Problems({ order, startsReport, onReportClosed }: ProblemsProps) {
  const { data = [] } = useQuery(casesQuery)
  const cases = data.filter(({ orderId }) => orderId === order.id)
  const canReport = Boolean(order.reportUntil) && Date.now() < Date.parse(order.reportUntil ?? '')
  const isOver = Boolean(order.reportUntil) && !canReport
  if (cases.length === 0 && !canReport && !isOver && !startsReport) return null
  return (
    <Section title={cases.length > 0 ? 'Problems' : 'Is something wrong?'}>
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
      ) : isOver ? (
        <p>
          The 48 hours to report a problem here are over. Call us at{' '}
          <span className="whitespace-nowrap">{pageData().shop.phone}</span> and we'll help.
        </p>
      ) : startsReport ? (
        <p>
          You can report a problem here once the order is delivered. Call us at{' '}
          <span className="whitespace-nowrap">{pageData().shop.phone}</span> and we'll help.
        </p>
      ) : null}
    </Section>
  )
}
