import { Users } from 'lucide-react'
import { useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { type CustomerAnswer, customersQuery } from '#web/api/staff.ts'
import { PageHeading } from '#web/shared/page-heading.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import { CustomersTable } from './customers-table.tsx'

export default function CustomersPage() {
  return (
    <AdminLayout>
      <PageHeading title="Customers" text="Everybody who has ordered or signed in." />
      <Customers />
    </AdminLayout>
  )
}

const wordsOf = ({ email, name, phone }: CustomerAnswer) => [email, name, phone]

function Customers() {
  const list = useList({ query: customersQuery, wordsOf })
  const [edited, setEdited] = useState<CustomerAnswer>()
  return (
    <>
      <ListToolbar
        list={list}
        exportPath={apiPaths.adminCustomersCsv}
        imports="customers"
        search={{ label: 'Search customers', placeholder: 'Email, name or phone' }}
      />
      <ListBody
        list={list}
        noun={['customer', 'customers']}
        icon={Users}
        empty="No customers found"
      >
        {(customers) => <CustomersTable customers={customers} onEdit={setEdited} />}
      </ListBody>
      {edited ? (
        <CustomerDialog
          key={edited.id}
          customer={edited}
          findNow={list.findNow}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  )
}
