import { routeDayParts } from '#contract/zones/route-day-text.ts'
import type { Zone } from '#contract/zones/zones.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

type ZoneCardProps = { zone: Zone; onEdit?: () => void; onArchive?: () => void }

/** More are in the form. */
const SHOWN_ZIPS = 12

function zipsText(zips: readonly string[]): string {
  if (zips.length === 0) return 'No ZIP codes'
  const more = zips.length > SHOWN_ZIPS ? ` and ${zips.length - SHOWN_ZIPS} more` : ''
  return `${zips.slice(0, SHOWN_ZIPS).join(', ')}${more}`
}

export function ZoneCard({ zone, onEdit, onArchive }: ZoneCardProps) {
  const { name, zips, routeDays } = zone
  return (
    <li aria-label={name}>
      <Card className="flex h-full flex-col gap-3 p-5">
        <div className="flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center sm:justify-between">
          <h2 className="wrap-anywhere min-w-0 text-lg">{name}</h2>
          {onEdit && onArchive ? (
            <div className="flex shrink-0 gap-2">
              <Button variant="secondary" size="small" aria-label={`Edit ${name}`} onClick={onEdit}>
                Edit
              </Button>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Archive ${name}`}
                onClick={onArchive}
              >
                Archive
              </Button>
            </div>
          ) : null}
        </div>
        <p className="text-muted text-sm">{zipsText(zips)}</p>
        {routeDays.length === 0 ? (
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="warning">No route days</Badge>
            <span className="text-muted text-sm">Add the days on which you deliver here.</span>
          </p>
        ) : (
          <ul aria-label={`Route days of ${name}`} className="flex flex-col gap-2">
            {routeDays.map((day) => (
              <RouteDayItem key={routeDayParts(day).join()} parts={routeDayParts(day)} />
            ))}
          </ul>
        )}
      </Card>
    </li>
  )
}

/** Lines break between the parts, never within a time window. */
function RouteDayItem({ parts: [title, ...details] }: { parts: readonly string[] }) {
  return (
    <li className="text-sm sm:flex sm:gap-3">
      <span className="block shrink-0 font-semibold sm:w-28">
        {title}
        {details.length > 0 ? <span className="sr-only">, </span> : null}
      </span>
      <span>
        {details.map((detail, index) => (
          <span key={detail}>
            {index > 0 ? ', ' : null}
            <span className="whitespace-nowrap">{detail}</span>
          </span>
        ))}
      </span>
    </li>
  )
}
