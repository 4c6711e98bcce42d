import { Clock } from 'lucide-react'
import { useState } from 'react'
import type { Board, BoardRoute } from '#contract/routes/board.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { type Lane, listStops } from '../model/lanes.ts'
import { stopsText } from '../model/stop-texts.ts'
import { ChooseDialog } from './choose-dialog.tsx'

type PublishDialogProps = {
  lane: Lane
  route: BoardRoute
  board: Board
  isPending: boolean
  onPublish: (driverId: string) => void
  onClose: () => void
}

/** Rule 52: a route is published to a driver once its date's cut-off has passed. */
export function PublishDialog(props: PublishDialogProps) {
  const { lane, route, board, isPending, onPublish, onClose } = props
  const known = board.drivers.some(({ id }) => id === route.driverId)
  const [driverId, setDriverId] = useState(known ? (route.driverId ?? '') : '')
  const stops = listStops(lane)
  const onHold = stops.filter(({ isOnHold }) => isOnHold).length
  const untimed = stops.filter(({ plannedAt, scheduledTime }) => !plannedAt && !scheduledTime)
  const isEarly = Date.parse(board.publishFrom) > Date.now()
  const isAbsent = board.drivers.some(({ id, isAbsent: away }) => id === driverId && away)
  return (
    <ChooseDialog
      title={`Publish ${lane.name}`}
      description={`We email the expected time to the customers of ${stopsText(stops.length)}.`}
      label="Driver"
      placeholder="Select driver"
      options={board.drivers.map(({ id, name, isAbsent: away }) => ({
        value: id,
        label: away ? `${name} (absent)` : name,
      }))}
      value={driverId}
      onValueChange={setDriverId}
      confirmLabel="Publish route"
      isPending={isPending}
      onConfirm={() => onPublish(driverId)}
      onClose={onClose}
      {...(isEarly && {
        blocked: (
          <Alert
            tone="info"
            icon={<Clock aria-hidden className="size-5 shrink-0 self-start" />}
            title="You can't publish this route yet"
          >
            Customers can change their deliveries until {formatDateTime(board.publishFrom)}. Publish
            the route from then on.
          </Alert>
        ),
      })}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted text-sm empty:hidden">
        {board.drivers.length === 0 ? (
          <li>
            There are no drivers yet.{' '}
            <SiteLink href={paths.adminTrucks()} className="underline underline-offset-3">
              Add one on the trucks page
            </SiteLink>
            .
          </li>
        ) : null}
        {isAbsent ? <li className="text-warning">This driver is away on this date.</li> : null}
        {untimed.length > 0 ? (
          <li>{stopsText(untimed.length)} without a planned time: the email names the day only.</li>
        ) : null}
        {onHold > 0 ? (
          <li>{stopsText(onHold)} on hold: the driver sees "Don't leave bottles".</li>
        ) : null}
      </ul>
    </ChooseDialog>
  )
}
