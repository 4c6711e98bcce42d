import { ScrollText } from 'lucide-react'
import { auditSubjects } from '#contract/staff/staff.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { type AuditRow, auditQuery } from '#web/api/staff/audit.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { auditSubject } from './audit-labels.ts'
import { AuditTable } from './audit-table.tsx'

export default function AuditPage() {
  return (
    <AdminLayout>
      <PageHeading title="Audit" text="Who changed what, and when, newest first." hasTimes />
      <Audit />
    </AdminLayout>
  )
}

const kindOptions = auditSubjects.map((kind) => ({
  value: kind,
  label: kind === 'staff' ? 'Staff' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`,
}))

const searchFields = ({ staffEmail, subjectId }: AuditRow) => [staffEmail, subjectId]

function Audit() {
  const list = useList({
    query: auditQuery,
    statuses: auditSubjects,
    getStatus: ({ action }) => auditSubject(action),
    searchFields,
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
        noun={['action', 'deeds']}
        icon={ScrollText}
        empty="Nothing has been changed by staff yet."
      >
        {(rows) => <AuditTable rows={rows} />}
      </ListBody>
    </>
  )
}
