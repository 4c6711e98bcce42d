import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportReport } from '#contract/staff/imports.ts'
import type { ImportKind } from '#web/api/staff/imports.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { countSummary, kindLabels, outcomeLabels } from './import-labels.ts'

const tones: Record<string, BadgeTone> = { new: 'success', changed: 'info', protected: 'warning' }

/** Lists the file's errors by line, or its new and changed rows if there are none. */
export function ImportPreview({ kind, report }: { kind: ImportKind; report: ImportReport }) {
  const { errors, errorCount, lines, counts, ignored } = report
  return (
    <div className="flex flex-col gap-4">
      {errorCount > 0 ? (
        <Alert
          urgent
          tone="danger"
          icon={<TriangleAlert aria-hidden className="size-5 shrink-0 self-start" />}
          title={errorCount === 1 ? '1 error in the file' : `${errorCount} errors in the file`}
        >
          Nothing has been imported. Fix the errors, then upload the file again.
        </Alert>
      ) : (
        <Alert
          urgent
          tone="success"
          icon={<CircleCheck aria-hidden className="size-5 shrink-0 self-start" />}
          title={countSummary(report) || 'This file has no rows'}
        >
          {counts.new + counts.changed > 0
            ? 'Nothing has been imported yet.'
            : 'Nothing to import.'}
        </Alert>
      )}
      {ignored.length > 0 ? (
        <p className="wrap-anywhere text-muted text-sm">Ignored columns: {ignored.join(', ')}</p>
      ) : null}
      {errorCount > 0 ? (
        <Rows
          label="Errors"
          columns={['Line', 'Column', 'Problem']}
          hiddenCount={errorCount - errors.length}
        >
          {errors.map(({ line, column, message }) => (
            <tr key={`${line} ${column} ${message}`} className="border-line border-t align-top">
              <td className="py-2 pr-4 tabular-nums">{line}</td>
              <td className="py-2 pr-4">{column ?? '–'}</td>
              <td className="wrap-anywhere py-2 font-medium text-danger">{message}</td>
            </tr>
          ))}
        </Rows>
      ) : lines.length > 0 ? (
        <Rows
          label="Import preview"
          columns={['Line', kindLabels[kind].key, 'Result']}
          hiddenCount={counts.new + counts.changed + counts.protected - lines.length}
        >
          {lines.map(({ line, outcome, key, changes }) => (
            <tr key={line} className="border-line border-t align-top">
              <td className="py-2 pr-4 tabular-nums">{line}</td>
              <td className="wrap-anywhere py-2 pr-4 font-medium">{key}</td>
              <td className="wrap-anywhere py-2">
                <Badge tone={tones[outcome] ?? 'neutral'}>{outcomeLabels[outcome]}</Badge>
                <Changes
                  changes={changes.filter(({ column }) => column !== kindLabels[kind].key)}
                />
              </td>
            </tr>
          ))}
        </Rows>
      ) : null}
    </div>
  )
}

function Changes({ changes }: { changes: ImportReport['lines'][number]['changes'] }) {
  return (
    <ul className="mt-1.5 text-muted">
      {changes.map(({ column, before, after }) => (
        <li key={column}>
          {column}: {before === null ? null : `${before || 'none'} → `}
          <span className="text-ink">{after || 'none'}</span>
        </li>
      ))}
    </ul>
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
              <th key={column} scope="col" className="pr-4 pb-2 font-semibold text-muted">
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
