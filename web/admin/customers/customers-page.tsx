import { Users } from 'lucide-react'
import { useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { usePanel } from '#web/admin/detail/use-panel.ts'
import { WithPanel } from '#web/admin/detail/with-panel.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ascAndDesc, byCreatedAt, type SortOption } from '#web/admin/list/list-sorts.ts'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { useSorting } from '#web/admin/list/use-sorting.ts'
import type { KnownCustomer } from '#web/api/adapt/users.ts'
import { customersQuery } from '#web/api/staff/staff.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { CustomersTable } from './customers-table.tsx'

export default function CustomersPage() {
  return (
    <AdminLayout>
      <PageHeading hasTimes title="Customers" text="Select a customer to view their orders." />
      <Customers />
    </AdminLayout>
  )
}

const searchFields = ({ email, name, phone }: KnownCustomer) => [email, name, phone]

const sorts: readonly SortOption<KnownCustomer>[] = [
  ...byCreatedAt('Created'),
  ...ascAndDesc({
    value: 'name',
    column: 'Name',
    labels: ['Name, A to Z', 'Name, Z to A'],
    sortKey: ({ name, email }: KnownCustomer) => (name || email)?.toLowerCase(),
  }),
  ...ascAndDesc({
    value: 'email',
    column: 'Email',
    labels: ['Email, A to Z', 'Email, Z to A'],
    sortKey: ({ email }: KnownCustomer) => email?.toLowerCase(),
  }),
]

function Customers() {
  const list = useList({ query: customersQuery, sorts, searchFields })
  const { getSorting } = useSorting(list)
  const panel = usePanel('customer')
  const [edited, setEdited] = useState<KnownCustomer>()
  return (
    <>
      <ListToolbar
        list={list}
        exportPath={apiPaths.adminCustomersCsv}
        importKind="customers"
        search={{ label: 'Search customers', placeholder: 'Email, name or phone' }}
      />
      <WithPanel
        list={
          <ListBody
            list={list}
            noun={['customer', 'customers']}
            icon={Users}
            empty="No customers found"
          >
            {(customers) => (
              <CustomersTable
                customers={customers}
                panel={panel}
                getSorting={getSorting}
                onEdit={setEdited}
              />
            )}
          </ListBody>
        }
        panel={
          <CustomerPanel panel={panel} row={list.rows?.find(({ id }) => id === panel.openId)} />
        }
      />
      {edited ? (
        <CustomerDialog
          key={edited.id}
          customer={edited}
          refetchRow={list.refetchRow}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  )
}
