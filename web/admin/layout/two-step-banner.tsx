import { ShieldAlert } from 'lucide-react'
import { pageRoutes } from '#contract/pages.ts'
import type { KnownTwoStep } from '#web/api/adapt/users.ts'
import { formatDay } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { buttonClass } from '#web/ui/button.tsx'

const DAY_MS = 86_400_000

/** Counts down to the day from which two-step verification is required. */
export function TwoStepBanner({ twoStep }: { twoStep: KnownTwoStep | undefined }) {
  if (!twoStep?.requiredFrom || twoStep.isOn) return null
  const days = Math.ceil((Date.parse(twoStep.requiredFrom) - Date.now()) / DAY_MS)
  return (
    <Alert
      tone="warning"
      className="mb-6"
      icon={<ShieldAlert aria-hidden className="size-5 shrink-0" />}
      title={
        days > 1
          ? `${days} days left to set up two-step verification`
          : 'Set up two-step verification today'
      }
      action={
        <SiteLink href={pageRoutes.adminAccount} className={buttonClass('secondary', 'small')}>
          Set up
        </SiteLink>
      }
    >
      You need it to use the admin portal from {formatDay(twoStep.requiredFrom)}.
    </Alert>
  )
}
