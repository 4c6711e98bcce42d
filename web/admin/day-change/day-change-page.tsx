import { pageRoutes } from '#contract/pages.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { DayChangeCard } from './day-change-card.tsx'
import { DayChangeHistory } from './day-change-history.tsx'

export default function DayChangePage() {
  return (
    <AdminLayout>
      <PageHeading
        hasTimes
        title="Change a day"
        text="Close or move a delivery day, for example for a storm or a holiday."
        action={
          <SiteLink href={pageRoutes.adminZones} className={buttonClass('secondary')}>
            All zones
          </SiteLink>
        }
      />
      <DayChange />
    </AdminLayout>
  )
}

function DayChange() {
  const canWrite = useCan()('zones.write')
  return (
    <div className="flex flex-col gap-6">
      {canWrite ? <DayChangeCard /> : null}
      <DayChangeHistory canUndo={canWrite} />
    </div>
  )
}
