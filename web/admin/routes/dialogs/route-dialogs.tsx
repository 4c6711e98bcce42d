import { useState } from 'react'
import type { Board, BoardRoute } from '#contract/routes/board.ts'
import {
  publishRoute,
  saveStandingOrder,
  transferStops,
  updateRoute,
  withdrawRoute,
} from '#web/api/routes/publishing.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { isOpen, type Lane, listStops } from '../model/lanes.ts'
import { stopsText } from '../model/stop-texts.ts'
import { savedText } from '../standing/saved-text.ts'
import { useRouteSave } from '../use-route-save.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'

export type RouteDialogKind = 'publish' | 'withdraw' | 'transfer' | 'out' | 'close' | 'standing'
export type OpenRouteDialog = { kind: RouteDialogKind; truckId: string }

type RouteDialogsProps = {
  open: OpenRouteDialog | undefined
  board: Board
  lanes: readonly Lane[]
  onClose: () => void
}

/** Dialogs about a whole route. */
export function RouteDialogs({ open, board, lanes, onClose }: RouteDialogsProps) {
  const lane = lanes.find(({ truckId }) => truckId === open?.truckId)
  if (!open || !lane?.route) return null
  const props = { lane, route: lane.route, onClose }
  if (open.kind === 'publish') return <PublishRoute {...props} board={board} />
  if (open.kind === 'transfer') return <Transfer {...props} lanes={lanes} />
  return <ConfirmRoute {...props} kind={open.kind} date={board.date} />
}

type RouteProps = { lane: Lane; route: BoardRoute; onClose: () => void }

function PublishRoute({ lane, route, board, onClose }: RouteProps & { board: Board }) {
  const { save, isPending } = useRouteSave(onClose)
  return (
    <PublishDialog
      lane={lane}
      route={route}
      board={board}
      isPending={isPending}
      onPublish={(driverId) => save(() => publishRoute(route, driverId), 'Route published')}
      onClose={onClose}
    />
  )
}

const texts = {
  withdraw: {
    title: 'Withdraw route',
    text: "The driver no longer sees this route. We'll email customers that their delivery time will change.",
    keep: 'Keep route',
    done: 'Route withdrawn',
  },
  out: {
    title: 'Mark as out',
    text: 'The truck has left. Its route can no longer be withdrawn.',
    keep: 'Not yet',
    done: 'Route is out',
  },
  close: {
    title: 'Close route',
    text: 'The day is over for this truck. This action cannot be undone.',
    keep: 'Keep open',
    done: 'Route closed',
  },
  standing: {
    title: 'Replace standing order',
    text: 'This truck already has a standing order for this weekday. This route takes its place, under the same name.',
    keep: 'Keep current order',
    done: '',
  },
} as const

type ConfirmRouteProps = RouteProps & { kind: keyof typeof texts; date: string }

function ConfirmRoute({ lane, route, kind, date, onClose }: ConfirmRouteProps) {
  const { title, text, keep, done } = texts[kind]
  const { save, isPending } = useRouteSave(onClose)
  const left = listStops(lane).filter(isOpen).length
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${title}: ${lane.name}`}
      dismissLabel={keep}
      confirmLabel={title}
      isBusy={isPending}
      isDestructive={kind !== 'out'}
      onConfirm={() => save(() => sendRequest(kind, route), done || savedText(date))}
    >
      <p>{text}</p>
      {kind === 'close' && left > 0 ? (
        <p>{left === 1 ? '1 stop is still open.' : `${left} stops are still open.`}</p>
      ) : null}
    </ConfirmDialog>
  )
}

function sendRequest(kind: keyof typeof texts, route: BoardRoute): Promise<unknown> {
  if (kind === 'withdraw') return withdrawRoute(route)
  if (kind === 'standing') return saveStandingOrder(route)
  return updateRoute(route, { status: kind === 'out' ? 'out' : 'closed' })
}

function Transfer({ lane, route, lanes, onClose }: RouteProps & { lanes: readonly Lane[] }) {
  const { save, isPending } = useRouteSave(onClose)
  const [truckId, setTruckId] = useState('')
  const left = listStops(lane).filter(isOpen).length
  const others = lanes.filter(
    (other) =>
      other.truckId !== lane.truckId && !other.isDeleted && other.route?.status !== 'closed',
  )
  const isDraft = route.status === 'draft'
  return (
    <ChooseDialog
      title={isDraft ? 'Move all stops' : 'Transfer the rest'}
      description={`${lane.name} has ${stopsText(left)} left. They move to the end of the other truck's route.`}
      label="Truck"
      placeholder="Select truck"
      options={others.map((other) => ({ value: other.truckId, label: other.name }))}
      value={truckId}
      onValueChange={setTruckId}
      confirmLabel={isDraft ? 'Move stops' : 'Transfer stops'}
      isPending={isPending}
      onConfirm={() => save(() => transferStops(route, truckId), 'Stops moved')}
      onClose={onClose}
    />
  )
}
