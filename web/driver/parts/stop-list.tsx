import type { StopGroup } from '../route/stop-groups.ts'
import { AddedRow } from './added-row.tsx'
import { StopRow } from './stop-row.tsx'

type StopListProps = { title: string; groups: readonly StopGroup[] }

/** Numbers of stops start again with each trip, so each has its heading. */
export function StopList({ title, groups }: StopListProps) {
  if (groups.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="px-1 text-base">{title}</h2>
      {groups.map(({ heading, visits, added }) => (
        <div key={heading} className="flex flex-col gap-1">
          {heading ? <h3 className="px-1 text-muted text-sm">{heading}</h3> : null}
          <ul
            aria-label={heading ?? undefined}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {visits.map((visit) => (
              <StopRow key={visit.deliveries[0].stop.id} visit={visit} />
            ))}
            {added.map((stop) => (
              <AddedRow key={stop.eventId} added={stop} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
