import { apiPaths } from '#contract/paths.ts'
import { type Connection, watchEvents } from '../order-events.ts'

type BoardListener = { onChange: () => void; onConnection: (connection: Connection) => void }

/** Reports every change of a date's routes. A new connection reports one, as some may be missed. */
export const watchBoard = (date: string, { onChange, onConnection }: BoardListener) =>
  watchEvents(`${apiPaths.adminRouteEvents}?date=${date}`, { onData: onChange, onConnection })
