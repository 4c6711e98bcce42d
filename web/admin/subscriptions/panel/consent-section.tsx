import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { formatDateTime } from '#web/shared/instant.ts'

/** The consent text that was shown next to the order button. */
export function ConsentSection({ consent }: { consent: SubscriptionDetail['consent'] }) {
  if (!consent) return null
  return (
    <PanelSection title="What the customer agreed to">
      <blockquote className="wrap-anywhere border-line border-l-2 pl-3 text-sm">
        {consent.text}
      </blockquote>
      <p className="text-muted text-sm">Agreed on {formatDateTime(consent.givenAt)}</p>
    </PanelSection>
  )
}
