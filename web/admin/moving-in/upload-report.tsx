import { CircleCheck, Download, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { SubscriptionImportReport } from '#contract/staff/subscription-imports.ts'
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
      {ignored.length > 0 ? (
        <p className="wrap-anywhere text-muted text-sm">Ignored columns: {ignored.join(', ')}</p>
      ) : null}
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
      <Alert
        urgent
        tone="success"
        icon={<CircleCheck aria-hidden className="size-5 shrink-0 self-start" />}
        title={ready > 0 ? 'Nothing has been imported yet' : 'Nothing to import'}
      >
        {text}
      </Alert>
    )
  }
  return (
    <Alert
      urgent
      tone="danger"
      icon={<TriangleAlert aria-hidden className="size-5 shrink-0 self-start" />}
      title={`${count(errorCount, 'error')} in ${count(broken, 'line')}`}
    >
      Nothing has been imported. Fix the errors and upload the file again, or import the good lines
      now and the others later. {text}
    </Alert>
  )
}

const MAX_SHOWN = 100

function Errors({ report }: { report: Report }) {
  const { errors, errorCount } = report
  return (
    <div className="flex flex-col gap-3">
      <Rows
        label="Errors"
        columns={['Line', 'Column', 'Problem']}
        hiddenCount={errorCount - Math.min(errors.length, MAX_SHOWN)}
      >
        {errors.slice(0, MAX_SHOWN).map(({ line, column, message }) => (
          <tr key={`${line} ${column} ${message}`} className="border-line border-t align-top">
            <td className="py-2 pr-4 tabular-nums">{line}</td>
            <td className="py-2 pr-4">{column ?? '–'}</td>
            <td className="wrap-anywhere py-2 font-medium text-danger">{message}</td>
          </tr>
        ))}
      </Rows>
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
    <Rows
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
    </Rows>
  )
}

type RowsProps = {
  label: string
  columns: readonly string[]
  hiddenCount: number
  children: ReactNode
}

function Rows({ label, columns, hiddenCount, children }: RowsProps) {
  return (
    <div>
      <table aria-label={label} className="w-full text-left text-sm">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="pr-4 pb-2 font-semibold text-muted max-sm:nth-4:hidden"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {hiddenCount > 0 ? (
        <p className="mt-2 text-muted text-sm">and {hiddenCount.toLocaleString('en-US')} more</p>
      ) : null}
    </div>
  )
}
