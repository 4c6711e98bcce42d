import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Alert as StaffAlert } from '#contract/staff/alerts.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { failureText } from '#web/api/failures.ts'
import { alertsQuery, resolveAlert } from '#web/api/staff/alerts.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** Open incidents above everything else. Renders nothing if there are none. */
export function OpenAlerts() {
  const { data } = useQuery(alertsQuery)
  const open = (data ?? []).filter(({ endedAt }) => !endedAt)
  if (open.length === 0) return null
  return (
    <section aria-label="Alerts" className="mb-6">
      <ul className="grid gap-3">
        {open.map((alert) => (
          <li key={alert.id}>
            <OpenAlert alert={alert} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const isOrderId = (subject: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(subject)

function OpenAlert({ alert: { id, title, message, subject, openedAt } }: { alert: StaffAlert }) {
  const canResolve = useCan()('alerts.resolve')
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: alertsQuery.queryKey })
  const resolve = useMutation({
    mutationFn: () => resolveAlert(id),
    onSuccess: async () => {
      toast({ title: 'Alert resolved' })
      await refresh()
    },
    onError: async (error) => {
      const description = failureText(error, 'Failed to resolve the alert')
      toast({ title: 'Error', description, variant: 'destructive' })
      await refresh()
    },
  })
  return (
    <Alert
      tone="danger"
      icon={<TriangleAlert aria-hidden className="size-5 shrink-0" />}
      title={title}
      action={
        <span className="flex flex-wrap gap-2">
          {isOrderId(subject) ? (
            <SiteLink
              href={staffPaths.order(subject)}
              className={buttonClass('secondary', 'small')}
              aria-label={`View order ${formatOrderNumber(subject)}`}
            >
              View order
            </SiteLink>
          ) : null}
          {canResolve ? (
            <Button
              variant="secondary"
              size="small"
              aria-label={`Resolve: ${title}`}
              disabled={resolve.isPending}
              onClick={() => resolve.mutate()}
            >
              Resolve
            </Button>
          ) : null}
        </span>
      }
    >
      <p className="wrap-anywhere text-ink">{message}</p>
      <p className="mt-1 text-muted">
        Since <time dateTime={openedAt}>{formatDateTime(openedAt)}</time>
      </p>
    </Alert>
  )
}
