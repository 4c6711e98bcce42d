import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { pageRoutes } from '#contract/pages.ts'
import type { ChecklistItem } from '#contract/staff/checklist.ts'
import { SettingsSection } from '#web/admin/settings/settings-section.tsx'
import { checklistQuery } from '#web/api/staff/checklist.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChecklistAction } from './checklist-action.tsx'

const titles: Record<ChecklistItem['id'], string> = {
  card_keys: 'Card payments',
  webhook: 'Stripe events',
  billing_portal: 'Billing page',
  test_email: 'Email',
  time_zone: 'Time zone',
  legal_texts: 'Legal texts',
  sales_tax: 'Sales tax',
  demo_data: 'Demo data',
  backup: 'Backup',
  restore_test: 'Restore test',
  two_step: 'Two-step verification',
}

const states = {
  done: { icon: CircleCheck, label: 'Done', className: 'text-success' },
  to_do: { icon: CircleAlert, label: 'To do', className: 'text-warning' },
  unknown: { icon: Info, label: 'Not checked', className: 'text-muted' },
} as const

type Link = NonNullable<ChecklistItem['link']>

/** The page for the line, in addition to the server's link. */
const furtherLinks: Partial<Record<ChecklistItem['id'], Link>> = {
  time_zone: { label: 'Delivery times', path: '#delivery-times' },
  legal_texts: { label: 'Privacy Policy', path: pageRoutes.privacy },
  sales_tax: { label: 'Sales tax settings', path: '#sales-tax' },
  two_step: { label: 'Your account', path: pageRoutes.adminAccount },
}

/** The steps left before the shop goes live. */
export function GoingLive() {
  const { data, error, refetch } = useQuery(checklistQuery)
  return (
    <SettingsSection
      title="Going live"
      text={data ? progressText(data.items) : 'What to check first.'}
    >
      {data ? (
        <Card>
          <ul aria-label="Going-live checklist" className="divide-y divide-line">
            {data.items.map((item) => (
              <Line key={item.id} item={item} />
            ))}
          </ul>
        </Card>
      ) : error ? (
        <LoadError
          title="We couldn't load the checklist"
          text="Nothing was changed. Try again."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Card aria-label="Loading checklist" aria-busy className="flex flex-col gap-4 p-5 sm:p-7">
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
        </Card>
      )}
    </SettingsSection>
  )
}

function progressText(items: readonly ChecklistItem[]): string {
  const left = items.filter(({ state }) => state !== 'done').length
  return left === 0
    ? 'Everything is ready.'
    : `${left} of ${items.length} left to check before you take orders.`
}

function Line({ item }: { item: ChecklistItem }) {
  const { icon: Icon, label, className } = states[item.state]
  const { confirmed } = item
  const further = item.state === 'done' ? undefined : furtherLinks[item.id]
  const links = [item.link, further].filter((link) => link != null)
  return (
    <li className="flex gap-3 px-5 py-4 sm:px-7">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${className}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div>
          <h3 className="font-semibold text-base">
            {titles[item.id]}
            <span className="sr-only">: {label}</span>
          </h3>
          <p className="wrap-anywhere text-sm">{item.text}</p>
          {confirmed ? (
            <p className="wrap-anywhere text-muted text-sm">
              {confirmed.by}, {formatDateTime(confirmed.at)}
            </p>
          ) : null}
        </div>
        {links.length > 0 ? (
          <p className="flex flex-wrap gap-x-5">
            {links.map(({ label: text, path }) => (
              <a
                key={path}
                href={path}
                className="font-semibold text-action text-sm underline max-sm:leading-11"
              >
                {text}
              </a>
            ))}
          </p>
        ) : null}
        <ChecklistAction item={item} />
      </div>
    </li>
  )
}
