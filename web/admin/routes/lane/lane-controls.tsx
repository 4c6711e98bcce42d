import type { Board } from '#contract/routes/board.ts'
import { type Lane, stopsOf } from '../model/lanes.ts'

type LaneControlsProps = { lane: Lane; drivers: Board['drivers'] }

export function LaneControls({ lane, drivers }: LaneControlsProps) {
  const { route } = lane
  if (!route || stopsOf(lane).length === 0) return null
  const driver = drivers.find(({ id }) => id === route.driverId)
  return (
    <span className="ml-auto text-muted text-sm">Driver: {driver?.name ?? 'Not assigned'}</span>
  )
}
