import '#web/shared/statements/print.css'
import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { hasStatus } from '#web/api/failures.ts'
import { staffStatementQuery } from '#web/api/statements.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { useRouter } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { StatementCard } from '#web/shared/statements/statement-card.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'

/** A customer's statement, to read on the phone or to print. */
export default function StatementPage() {
  const { customerId = '' } = useRouter().params
  return (
    <AdminLayout>
      <PageHeading
        title="Statement"
        text="View what was invoiced and paid, month by month."
        action={
          <SiteLink href={staffPaths.customer(customerId)} className={buttonClass('secondary')}>
            View customer
          </SiteLink>
        }
      />
      <div className="max-w-4xl print:max-w-none">
        <CustomerStatement customerId={customerId} />
      </div>
    </AdminLayout>
  )
}

function CustomerStatement({ customerId }: { customerId: string }) {
  const [month, setMonth] = useState<string>()
  const query = useQuery(staffStatementQuery(customerId, month))
  const { data: statement, error, refetch } = query
  if (statement && statement.months.length > 0) {
    return <StatementCard statement={statement} onMonth={setMonth} onPrint={() => window.print()} />
  }
  // The server rejects a malformed id with 400.
  const isMissing = hasStatus(error, 404) || hasStatus(error, 400)
  if (statement !== undefined || isMissing) {
    return (
      <EmptyState icon={FileX} title="No statement" text="No invoices for this customer yet." />
    )
  }
  if (error) {
    return (
      <LoadError
        title="We couldn't load the statement"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return <LoadingList label="Loading statement" />
}
