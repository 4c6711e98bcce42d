import type { Board, BoardStop } from '#contract/routes/board.ts'

/** The ids of stops that were added here, by the ids that they had until the server answered. */
export type SavedStops = ReadonlyMap<string, string>

/** `firstId`: the id under which a stop that was added here was shown at first. */
type StopAddedHere = BoardStop & { firstId?: string }

/** The id of a stop until the server answers with its own. */
export const newStopId = (orderId: string): string => `new-${orderId}`

export const isUnsaved = ({ id, orderId }: BoardStop): boolean => id === newStopId(orderId)

/** Stays the same when the stop is saved, so that its button keeps the focus. */
export const getFirstId = (stop: BoardStop): string => (stop as StopAddedHere).firstId ?? stop.id

/** A change started with the first id of a stop is also meant for the saved stop. */
export const hasId = (stop: BoardStop, id: string): boolean =>
  stop.id === id || getFirstId(stop) === id

/**
 * Gives the server's stops their first ids, if they were added here. `adding`: orders that are being
 * added; the board may show their stops before the answer arrives.
 */
export function withFirstIds(board: Board, saved: SavedStops, adding: ReadonlySet<string>): Board {
  if (saved.size === 0 && adding.size === 0) return board
  const firstIds = new Map([...saved].map(([firstId, id]) => [id, firstId]))
  const label = (stop: BoardStop): BoardStop => {
    const isAdding = adding.has(stop.orderId) && stop.status === 'pending'
    const firstId = firstIds.get(stop.id) ?? (isAdding ? newStopId(stop.orderId) : undefined)
    return firstId ? ({ ...stop, firstId } as StopAddedHere) : stop
  }
  return {
    ...board,
    routes: board.routes.map((route) => ({
      ...route,
      trips: route.trips.map((trip) => ({ ...trip, stops: trip.stops.map(label) })),
    })),
  }
}
