import { Truck } from 'lucide-react'
import type { Tracking } from '#contract/tracking/tracking.ts'
import { pageData } from '#web/api/page-data.ts'
import { trackingText } from './tracking-text.ts'

/** Rule 63: where the truck is, in one line that follows its events. */
export function TrackingLine({ tracking }: { tracking: Tracking }) {
  const { shop } = pageData()
  const { title, text } = trackingText(tracking, shop.timeZone, shop.phone)
  return (
    <div
      role="status"
      className="flex items-start gap-3 rounded-control border border-action/20 bg-action-soft/50 p-4"
    >
      <Truck aria-hidden className="mt-0.5 size-5 shrink-0 text-action-strong" />
      <div>
        <p className="font-bold tabular-nums">{title}</p>
        {text ? <p className="text-muted text-sm">{text}</p> : null}
      </div>
    </div>
  )
}
