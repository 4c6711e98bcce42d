import type { AuditEntry } from '#contract/staff/staff.ts'
import { actorName, auditActionLabel, fieldChanges } from '#web/admin/audit/audit-labels.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { PanelSection } from './panel-section.tsx'

/** Audit entries, newest first. */
export function HistorySection({ history }: { history: readonly AuditEntry[] | undefined }) {
  if (!history) return null
  return (
    <PanelSection title="History">
      {history.length === 0 ? (
        <p className="text-muted text-sm">No changes yet.</p>
      ) : (
        <ol className="flex flex-col gap-3 text-sm">
          {history.map(({ id, action, at, before, after, ...actor }) => (
            <li key={id} className="border-line border-l-2 pl-3">
              <p className="font-semibold">{auditActionLabel(action)}</p>
              {fieldChanges(before, after).map((change) => (
                <p key={change.label} className="wrap-anywhere">
                  {change.label}: {change.before === undefined ? '' : `${change.before} → `}
                  {change.after ?? 'none'}
                </p>
              ))}
              <p className="wrap-anywhere text-muted">
                {actorName(actor)}, {formatDateTime(at)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </PanelSection>
  )
}
