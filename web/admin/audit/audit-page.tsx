import { ScrollText } from 'lucide-react'
import { deedKinds } from '#contract/staff.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { type AuditRow, auditQuery } from '#web/api/audit.ts'
import { PageHeading } from '#web/shared/page-heading.tsx'
import { AuditTable } from './audit-table.tsx'
import { kindOf } from './deed-words.ts'

export default function AuditPage() {
  return (
    <AdminLayout>
      <PageHeading title="Audit" text="Who changed what, and when, newest first." hasTimes />
      <Audit />
    </AdminLayout>
  )
}

const kindOptions = deedKinds.map((kind) => ({
  value: kind,
  label: kind === 'staff' ? 'Staff' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`,
}))

const wordsOf = ({ staffEmail, subjectId }: AuditRow) => [staffEmail, subjectId]

function Audit() {
  const list = useList({
    query: auditQuery,
    statuses: deedKinds,
    statusOf: ({ deed }) => kindOf(deed),
    wordsOf,
  })
  return (
    <>
      <ListToolbar
        list={list}
        search={{ label: 'Search deeds', placeholder: 'Staff email, or a number' }}
        filter={{ label: 'Filter deeds', allLabel: 'All deeds', options: kindOptions }}
      />
      <ListBody
        list={list}
        noun={['deed', 'deeds']}
        icon={ScrollText}
        empty="Nothing has been changed by staff yet."
      >
        {(rows) => <AuditTable rows={rows} />}
      </ListBody>
    </>
  )
}
