import type { AuditEntry } from '#contract/staff.ts'
import { actorName, changesOf, deedWords } from '#web/admin/audit/deed-words.ts'
import { formatMoment } from '#web/shared/instant.ts'
import { Part } from './part.tsx'

/** What staff did to it, newest first. */
export function HistoryPart({ history }: { history: readonly AuditEntry[] | undefined }) {
  if (!history) return null
  return (
    <Part title="History">
      {history.length === 0 ? (
        <p className="text-muted text-sm">Nobody has changed this yet.</p>
      ) : (
        <ol className="flex flex-col gap-3 text-sm">
          {history.map(({ id, deed, at, before, after, ...who }) => (
            <li key={id} className="border-line border-l-2 pl-3">
              <p className="font-semibold">{deedWords(deed)}</p>
              {changesOf(before, after).map((change) => (
                <p key={change.label} className="wrap-anywhere">
                  {change.label}: {change.before === undefined ? '' : `${change.before} → `}
                  {change.after ?? 'none'}
                </p>
              ))}
              <p className="wrap-anywhere text-muted">
                {actorName(who)}, {formatMoment(at)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}
