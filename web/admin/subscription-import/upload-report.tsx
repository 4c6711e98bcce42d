import { Download } from 'lucide-react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { SubscriptionImportReport } from '#contract/staff/subscription-imports.ts'
import { ImportAlert } from '#web/admin/import/import-alert.tsx'
import { IgnoredColumns, ImportErrors, ImportRows } from '#web/admin/import/import-rows.tsx'
import { pageData } from '#web/api/page-data.ts'
import { frequencyLabel } from '#web/shared/orders/frequency.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { downloadCsv, errorsCsv } from './csv-files.ts'

type Report = SubscriptionImportReport

type UploadReportProps = {
  report: Report
  isImporting: boolean
  onImport: (lines: 'all' | 'good') => void
}

const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** The preview: errors by line, what would be imported, and the buttons that do it. */
export function UploadReport({ report, isImporting, onImport }: UploadReportProps) {
  const { ready, broken, ignored } = report
  return (
    <section aria-label="Preview" className="flex flex-col gap-5">
      <Summary report={report} />
      <IgnoredColumns names={ignored} />
      <Deposits report={report} />
      {broken > 0 ? <Errors report={report} /> : null}
      {report.lines.length > 0 ? <Lines report={report} /> : null}
      {ready > 0 ? (
        <Button
          className="self-start"
          disabled={isImporting}
          onClick={() => onImport(broken > 0 ? 'good' : 'all')}
        >
          {isImporting
            ? 'Importing...'
            : broken > 0
              ? `Import the ${count(ready, 'good line')}`
              : `Import ${count(ready, 'subscription')}`}
        </Button>
      ) : null}
    </section>
  )
}

function Summary({ report }: { report: Report }) {
  const { ready, imported, subscribed, broken, newCustomers, errorCount } = report
  const parts = [
    `${count(ready, 'subscription')} to import, ${count(newCustomers, 'new customer')}.`,
    imported > 0 ? `${count(imported, 'line was', 'lines were')} imported before.` : '',
    subscribed > 0
      ? `${count(subscribed, 'line has', 'lines have')} a subscription at this address already.`
      : '',
  ]
  const text = parts.filter(Boolean).join(' ')
  if (broken === 0) {
    return (
      <ImportAlert isGood title={ready > 0 ? 'Nothing has been imported yet' : 'Nothing to import'}>
        {text}
      </ImportAlert>
    )
  }
  return (
    <ImportAlert title={`${count(errorCount, 'error')} in ${count(broken, 'line')}`}>
      Nothing has been imported. Fix the errors and upload the file again, or import the good lines
      now and the others later. {text}
    </ImportAlert>
  )
}

/** Rule 42: what the bottles of the file mean for the first deliveries. */
function Deposits({ report }: { report: Report }) {
  const { withoutDepositCount = 0, bottlesToCharge = 0 } = report
  if (pageData().shop.depositCents === 0) return null
  return (
    <>
      {bottlesToCharge > 0 ? (
        <Alert tone="warning" title={`Deposit to charge for ${count(bottlesToCharge, 'bottle')}`}>
          These customers hold more bottles than they have on deposit. We'll add the deposit to
          their first delivery, and they'll see it before they agree.
        </Alert>
      ) : null}
      {withoutDepositCount > 0 ? (
        <Alert
          tone="warning"
          title={`${count(withoutDepositCount, 'line')} without bottles on deposit`}
        >
          We won't charge a deposit for the bottles these customers hold, and won't pay one back. If
          they paid a deposit, enter Bottles on deposit or Deposit paid.
        </Alert>
      ) : null}
    </>
  )
}

function Errors({ report }: { report: Report }) {
  return (
    <div className="flex flex-col gap-3">
      <ImportErrors errors={report.errors} errorCount={report.errorCount} />
      <Button
        variant="secondary"
        size="small"
        className="self-start"
        onClick={() => downloadCsv('import-errors.csv', errorsCsv(report))}
      >
        <Download aria-hidden className="size-4" />
        Download errors
      </Button>
    </div>
  )
}

const outcomeLabels: Record<Report['lines'][number]['outcome'], string> = {
  ready: 'New',
  imported: 'Imported before',
  subscribed: 'Has a subscription',
}

function Lines({ report }: { report: Report }) {
  const { lines, ready, imported, subscribed } = report
  return (
    <ImportRows
      label="Import preview"
      columns={['Line', 'Customer', 'Subscription', 'Result']}
      hiddenCount={ready + imported + subscribed - lines.length}
    >
      {lines.map(({ line, outcome, name, email, items, frequency, nextDate, total }) => (
        <tr key={line} className="border-line border-t align-top">
          <td className="py-2 pr-4 tabular-nums">{line}</td>
          <td className="wrap-anywhere py-2 pr-4">
            <span className="block font-medium">{name}</span>
            <span className="text-muted">{email}</span>
          </td>
          <td className="wrap-anywhere py-2 pr-4">
            <span className="block">{items}</span>
            <span className="text-muted">
              {frequencyLabel(frequency)}, next {formatDate(nextDate, 'short')}, ${total} each
            </span>
            <span className="block sm:hidden">{outcomeLabels[outcome]}</span>
          </td>
          <td className="py-2 max-sm:hidden">
            <Badge tone={outcome === 'ready' ? 'success' : 'neutral'}>
              {outcomeLabels[outcome]}
            </Badge>
          </td>
        </tr>
      ))}
    </ImportRows>
  )
}
