import type { Tracking } from '#contract/tracking/tracking.ts'
import type { TrackedRoute } from './tracked-route.ts'

/** A phone that was offline sends many events in a row. */
export const PAUSE_MS = 100

/** An order that pages follow. */
export type FollowedOrder = {
  orderId: string
  route: LiveRoute | undefined
  tracking: Tracking | undefined
  onChange: Set<() => void>
}

export type LiveRoute = ReturnType<typeof createLiveRoute>

type Options = {
  id: string
  read: () => Promise<TrackedRoute | undefined>
  /** Called after each read, which is shared by all callers that wait for it. */
  onRead: (route: LiveRoute) => Promise<void>
  onError: (error: unknown) => void
}

/** A route that is read once per change, however many pages follow it. */
export function createLiveRoute({ id, read, onRead, onError }: Options) {
  let isStale = true
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const readNow = async () => {
    isStale = false
    try {
      route.data = await read()
    } catch (error) {
      isStale = true
      throw error
    }
    await onRead(route)
  }
  const route = {
    id,
    followers: new Map<string, FollowedOrder>(),
    data: undefined as TrackedRoute | undefined,
    /** Reads it unless it is known; reads it again if it changed in the meantime. */
    async load(): Promise<void> {
      while (isStale || reading) {
        reading ??= readNow().finally(() => {
          reading = undefined
        })
        await reading
      }
    },
    markStale(): void {
      isStale = true
    },
    loadSoon(): void {
      isStale = true
      timer ??= setTimeout(() => {
        timer = undefined
        route.load().catch(onError)
      }, PAUSE_MS)
    },
    close: () => clearTimeout(timer),
  }
  return route
}
