import { useQuery } from '@tanstack/react-query'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { outsideZonesQuery } from '#web/api/staff/zones.ts'
import { formatDay } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'

const columns = ['Customer', 'City', 'ZIP code', 'Next delivery'] as const

/** Rule 47: subscriptions that no zone serves. They keep their dates. */
export function OutsideZones() {
  const { data, error, refetch } = useQuery(outsideZonesQuery)
  if (error) {
    return (
      <Alert
        tone="danger"
        title="We couldn't load the subscriptions outside your zones"
        action={
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (!data || data.count === 0) return null
  const { count, subscriptions } = data
  const more = count - subscriptions.length
  return (
    <Card aria-labelledby="outside-zones">
      <CardHeader>
        <CardTitle id="outside-zones">Subscriptions outside your zones</CardTitle>
        <p className="text-muted">
          {count === 1
            ? '1 subscription has a ZIP code of no zone and keeps its dates.'
            : `${count.toLocaleString('en-US')} subscriptions have a ZIP code of no zone and keep their dates.`}
        </p>
      </CardHeader>
      <CardBody>
        <div className="overflow-hidden rounded-control border border-line">
          <Table label="Subscriptions outside your zones" columns={columns} isCompact>
            {subscriptions.map((row) => (
              <TableRow
                key={row.subscriptionId}
                className="compact:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto_auto]"
              >
                <TableCell label="Customer">
                  <SiteLink
                    href={staffPaths.subscription(row.subscriptionId)}
                    className="wrap-anywhere font-semibold text-action underline"
                  >
                    {row.customerName || 'No name'}
                  </SiteLink>
                </TableCell>
                <TableCell label="City">{row.deliveryCity}</TableCell>
                <TableCell label="ZIP code">{row.deliveryZip}</TableCell>
                <TableCell label="Next delivery">{formatDay(row.nextDate)}</TableCell>
              </TableRow>
            ))}
          </Table>
        </div>
        {more > 0 ? (
          <p className="mt-3 text-muted text-sm">And {more.toLocaleString('en-US')} more.</p>
        ) : null}
      </CardBody>
    </Card>
  )
}
