import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoStepCard } from './two-step/two-step-card.tsx'

export default function AccountPage() {
  return (
    <AdminLayout>
      <PageHeading
        hasTimes
        title="Your account"
        text="Change your password, set up two-step verification and end sessions."
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          <TwoStepCard />
          <SessionsCard />
        </div>
        <PasswordCard />
      </div>
    </AdminLayout>
  )
}
