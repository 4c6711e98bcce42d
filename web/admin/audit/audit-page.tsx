import { ScrollText } from 'lucide-react'
import { accountPaths } from '#contract/staff/account-paths.ts'
import { auditSubjects } from '#contract/staff/staff.ts'
import { capitalize } from '#contract/text/capitalize.ts'
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
      <PageHeading title="Activity log" text="See who changed what, newest first." hasTimes />
      <Audit />
    </AdminLayout>
  )
}

const subjectOptions = auditSubjects.map((subject) => ({
  value: subject,
  label: subjectLabel(subject),
}))

function subjectLabel(subject: (typeof auditSubjects)[number]): string {
  if (subject === 'staff') return 'Staff'
  if (subject === 'tax') return 'Taxes'
  if (subject === 'checklist') return 'Checklist'
  return `${capitalize(subject)}s`
}

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
        exportPath={accountPaths.auditCsv}
        search={{ label: 'Search activity', placeholder: 'Staff email or ID' }}
        filter={{ label: 'Filter activity', allLabel: 'All activity', options: subjectOptions }}
      />
      <ListBody list={list} noun={['entry', 'entries']} icon={ScrollText} empty="No activity yet.">
        {(rows) => <AuditTable rows={rows} />}
      </ListBody>
    </>
  )
}
