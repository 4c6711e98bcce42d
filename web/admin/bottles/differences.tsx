import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteDifference } from '#contract/bottles/staff-bottles.ts'
import { formatDate } from '#contract/dates/calendar.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { bottleRouteQuery } from '#web/api/bottles/staff-bottles.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { BookDialog } from './book-dialog.tsx'
import { DataTable, Section } from './data-table.tsx'

/** Rule 61: loaded − left + taken should be what came back. */
export function Differences({ differences }: { differences: readonly RouteDifference[] }) {
  const [openRoute, setOpenRoute] = useState<RouteDifference>()
  const [booked, setBooked] = useState<RouteDifference>()
  const canBook = useCan()('credit.create')
  return (
    <Section title="Truck differences">
      <DataTable
        label="Truck differences"
        empty="Every truck came back with the bottles that it should have."
        columns={['Route', 'Missing', 'Counted', 'Actions']}
        rows={differences.map((route) => ({
          key: route.routeId,
          cells: [
            routeName(route),
            missing(route),
            `${route.loaded} loaded, ${route.left} left, ${route.taken} taken, ${route.returned} returned`,
            <div key="actions" className="flex flex-wrap gap-2">
              <Button
                size="small"
                variant="secondary"
                aria-label={`Stops of ${routeName(route)}`}
                onClick={() => setOpenRoute(route)}
              >
                Stops
              </Button>
              {canBook && (route.booked || missing(route) !== 0) ? (
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={`${bookLabel(route)} of ${routeName(route)}`}
                  onClick={() => setBooked(route)}
                >
                  {bookLabel(route)}
                </Button>
              ) : null}
            </div>,
          ],
        }))}
      />
      {booked ? (
        <BookDialog
          route={booked}
          name={routeName(booked)}
          missing={missing(booked)}
          onClose={() => setBooked(undefined)}
        />
      ) : null}
      {openRoute ? <StopsDialog route={openRoute} onClose={() => setOpenRoute(undefined)} /> : null}
    </Section>
  )
}

/** Bottles that are not booked yet; negative if more came back. */
const missing = ({ difference, corrected }: RouteDifference) => difference - corrected

function bookLabel(route: RouteDifference): string {
  if (missing(route) === 0) return 'Undo booking'
  return missing(route) > 0 ? 'Book as lost' : 'Book as found'
}

const routeName = ({ truckName, driverName, date }: RouteDifference) =>
  [formatDate(date, 'short'), truckName, driverName].filter(Boolean).join(', ')

function StopsDialog({ route, onClose }: { route: RouteDifference; onClose: () => void }) {
  const { data, error, refetch } = useQuery(bottleRouteQuery(route.routeId))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={routeName(route)}
      description="Stops whose counts differ from their order come first."
    >
      {data ? (
        <DataTable
          label="Stops"
          empty="No bottles were counted at a door."
          columns={['Customer', 'Ordered', 'Left', 'Taken']}
          rows={data.map(({ orderId, customerName, ordered, left, taken }, index) => ({
            key: orderId ?? `added ${index}`,
            cells: [
              orderId ? (customerName ?? 'Unknown') : `${customerName || 'No name'} (added stop)`,
              ordered,
              left,
              taken,
            ],
          }))}
        />
      ) : error ? (
        <LoadError
          title="We couldn't load the stops"
          text="Try again in a moment."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingList label="Loading stops" />
      )}
    </Dialog>
  )
}
