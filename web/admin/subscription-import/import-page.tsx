import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { ImportedList } from './imported-list.tsx'
import { UploadSection } from './upload-section.tsx'

/** Rule 67: import of subscriptions from another system. */
export default function ImportPage() {
  return (
    <AdminLayout>
      <PageHeading
        hasTimes
        title="Import subscriptions"
        text="Upload active subscriptions from another system, then send each customer a link to agree."
      />
      <Content />
    </AdminLayout>
  )
}

function Content() {
  const can = useCan()
  if (!can('subscriptions.import')) {
    return <Alert tone="warning" title="Only owners and managers can import subscriptions" />
  }
  return (
    <div className="flex flex-col gap-8">
      <UploadSection />
      <ImportedList />
    </div>
  )
}
