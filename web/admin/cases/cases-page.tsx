import { MessageSquareWarning } from 'lucide-react'
import { usePanel } from '#web/admin/detail/use-panel.ts'
import { WithPanel } from '#web/admin/detail/with-panel.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { type CaseListRow, staffCasesQuery } from '#web/api/staff/cases.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { caseStateOptions } from './case-states.tsx'
import { CasesTable } from './cases-table.tsx'
import { CasePanel } from './panel/case-panel.tsx'

export default function CasesPage() {
  return (
    <AdminLayout>
      <PageHeading
        hasTimes
        title="Cases"
        text="Answer problems that customers reported, oldest first."
      />
      <Cases />
    </AdminLayout>
  )
}

const states = caseStateOptions.map(({ value }) => value)

const searchFields = ({ orderId, customer }: CaseListRow) => [
  orderId,
  customer.name,
  customer.email,
]

function Cases() {
  const list = useList({
    query: staffCasesQuery,
    statuses: states,
    getStatus: ({ state }) => state,
    searchFields,
  })
  const panel = usePanel('case')
  return (
    <>
      <ListToolbar
        list={list}
        search={{ label: 'Search cases', placeholder: 'Order, name or email' }}
        filter={{ label: 'Filter cases', allLabel: 'All cases', options: caseStateOptions }}
      />
      <WithPanel
        list={
          <ListBody
            list={list}
            noun={['case', 'cases']}
            icon={MessageSquareWarning}
            empty="No problems reported yet."
          >
            {(cases) => <CasesTable cases={cases} panel={panel} />}
          </ListBody>
        }
        panel={<CasePanel panel={panel} />}
      />
    </>
  )
}
