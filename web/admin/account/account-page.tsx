import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export default function AccountPage() {
  return (
    <AdminLayout>
      <PageHeading hasTimes title="Your account" text="Your password and where you're logged in." />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <PasswordCard />
        <SessionsCard />
      </div>
    </AdminLayout>
  )
}
