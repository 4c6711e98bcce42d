import type { SubscriptionDetail } from '#contract/staff-subscriptions.ts'
import { Part } from '#web/admin/detail/part.tsx'
import { formatMoment } from '#web/shared/instant.ts'

/** The words beside the button that was pressed. */
export function ConsentPart({ consent }: { consent: SubscriptionDetail['consent'] }) {
  if (!consent) return null
  return (
    <Part title="What the customer agreed to">
      <blockquote className="wrap-anywhere border-line border-l-2 pl-3 text-sm">
        {consent.words}
      </blockquote>
      <p className="text-muted text-sm">Agreed on {formatMoment(consent.givenAt)}</p>
    </Part>
  )
}
