import type { ImportReport } from '#contract/staff/imports.ts'
import type { ImportKind } from '#web/api/staff/imports.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { ImportAlert } from './import-alert.tsx'
import { countSummary, kindLabels, outcomeLabel } from './import-labels.ts'
import { IgnoredColumns, ImportErrors, ImportRows } from './import-rows.tsx'

const tones: Record<string, BadgeTone> = { new: 'success', changed: 'info', protected: 'warning' }

/** Lists the file's errors by line, or its new and changed rows if there are none. */
export function ImportPreview({ kind, report }: { kind: ImportKind; report: ImportReport }) {
  const { errors, errorCount, lines, counts, ignored } = report
  return (
    <div className="flex flex-col gap-4">
      {errorCount > 0 ? (
        <ImportAlert
          title={errorCount === 1 ? '1 error in the file' : `${errorCount} errors in the file`}
        >
          Nothing has been imported. Fix the errors, then upload the file again.
        </ImportAlert>
      ) : (
        <ImportAlert isGood title={countSummary(kind, report) || 'This file has no rows'}>
          {counts.new + counts.changed > 0
            ? 'Nothing has been imported yet.'
            : 'Nothing to import.'}
        </ImportAlert>
      )}
      <IgnoredColumns names={ignored} />
      {errorCount > 0 ? (
        <ImportErrors errors={errors} errorCount={errorCount} />
      ) : lines.length > 0 ? (
        <ImportRows
          label="Import preview"
          columns={['Line', kindLabels[kind].key, 'Result']}
          hiddenCount={counts.new + counts.changed + counts.protected - lines.length}
        >
          {lines.map(({ line, outcome, key, changes }) => (
            <tr key={line} className="border-line border-t align-top">
              <td className="py-2 pr-4 tabular-nums">{line}</td>
              <td className="wrap-anywhere py-2 pr-4 font-medium">{key}</td>
              <td className="wrap-anywhere py-2">
                <Badge tone={tones[outcome] ?? 'neutral'}>{outcomeLabel(kind, outcome)}</Badge>
                <Changes
                  changes={changes.filter(({ column }) => column !== kindLabels[kind].key)}
                />
              </td>
            </tr>
          ))}
        </ImportRows>
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
