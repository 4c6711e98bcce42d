import { useQuery } from '@tanstack/react-query'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useHasPermission } from '#web/admin/layout/use-can.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { casesOfQuery } from '#web/api/staff/cases.ts'
import { caseKindLabel, outcomeText } from '#web/shared/cases/case-labels.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { CaseStateBadge } from './case-states.tsx'

type CasesSectionProps = {
  owner: Parameters<typeof casesOfQuery>[0]
  title?: string
  /** The case that is shown already. */
  exceptId?: string
}

/** Problems that were reported about an order or by a customer. Hidden if there are none. */
export function CasesSection({ owner, title = 'Cases', exceptId }: CasesSectionProps) {
  const enabled = useHasPermission('cases.read')
  const { data } = useQuery({ ...casesOfQuery(owner), enabled })
  const cases = data?.filter(({ id }) => id !== exceptId) ?? []
  if (cases.length === 0) return null
  return (
    <PanelSection title={title}>
      <ul className="flex flex-col">
        {cases.map((row) => (
          <li key={row.id} className="border-line border-t py-1 first:border-t-0">
            <SiteLink
              href={staffPaths.case(row.id)}
              className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 rounded-lg px-2 py-1.5 text-sm hover:bg-surface-soft"
            >
              <span className="font-bold text-action-strong">{caseKindLabel(row.kind)}</span>
              <span className="text-right">
                <CaseStateBadge {...row} />
              </span>
              <span className="text-muted">{formatDateTime(row.createdAt)}</span>
              <span className="text-right">{row.state === 'answered' ? outcomeText(row) : ''}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
