import type { Listener } from '#server/db/listener.ts'

/** A plan that is applied changes many stops in a row. */
const PAUSE_MS = 100

/** Notifies a screen when it has to read the board of its date again. */
export async function followBoard(
  { listener }: { listener: Listener },
  date: string,
  send: (message: { date: string }) => void,
): Promise<() => void> {
  let pending: NodeJS.Timeout | undefined
  const stop = listener.on('carboy_board', (changed) => {
    // null means that the connection was lost, and notifications may have been missed.
    if ((changed !== null && changed !== date) || pending) return
    pending = setTimeout(() => {
      pending = undefined
      send({ date })
    }, PAUSE_MS)
  })
  send({ date })
  return () => {
    stop()
    clearTimeout(pending)
  }
}
