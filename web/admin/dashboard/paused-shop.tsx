import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { pageRoutes } from '#contract/pages.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { pauseQuery } from '#web/api/staff/recovery/recovery.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** After a restore, until the owner resumes. Renders nothing otherwise. */
export function PausedShop() {
  const canResume = useCan()('settings.manage')
  const { data } = useQuery(pauseQuery)
  const pause = data?.pause
  if (!pause) return null
  return (
    <section aria-label="Paused shop" className="mb-6">
      <Alert
        tone="warning"
        icon={<TriangleAlert aria-hidden className="size-5 shrink-0" />}
        title="Your shop is paused"
        action={
          canResume ? (
            <SiteLink
              href={`${pageRoutes.adminSettings}#backups`}
              className={buttonClass('secondary', 'small')}
            >
              Go to backups
            </SiteLink>
          ) : null
        }
      >
        <p className="text-ink">
          A backup of{' '}
          <time dateTime={pause.backupTakenAt}>{formatDateTime(pause.backupTakenAt)}</time> was
          restored. Checkout is closed. We don't charge cards, send refunds or send emails, except
          about logins. We'll send the refunds you enter after the shop resumes.{' '}
          {canResume
            ? 'Check your orders, then resume the shop in the settings.'
            : 'An owner of the shop can resume it.'}
        </p>
      </Alert>
    </section>
  )
}
