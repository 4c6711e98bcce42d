import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BoardRoute } from '#contract/routes/board.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import { openBoard } from '#tests/support/routing/open-board.ts'

/** March 5 has its cut-off on March 4 at 13:00Z. */
export const PAST_CUTOFF = '2026-03-04T15:00:00Z'

export type Fault = { code: string; message: string }

export async function openPublishing() {
  const board = await openBoard()
  const { shop, blue, red, addStops } = board
  const stops = await addStops(blue, 'a', 'b')
  shop.clock.set(PAST_CUTOFF)
  const staff = await board.signIn()
  const addDriver = async (name: string) =>
    (await staff.call<Driver>('POST', apiPaths.adminDrivers, { name })).body.id
  const sam = await addDriver('Sam')
  const { id } = await board.findRoute(blue)
  const call = (method: string, path: string, body?: object, routeId = id) =>
    staff.call<BoardRoute & Fault>(method, fillPath(path, { id: routeId }), body)
  return {
    ...board,
    red,
    stops,
    sam,
    addDriver,
    staff,
    routeId: id,
    publish: (body: object = { driverId: sam }, routeId = id) =>
      call('POST', apiPaths.adminRoutePublish, body, routeId),
    withdraw: () => call('POST', apiPaths.adminRouteWithdraw),
    update: (body: object) => call('PATCH', apiPaths.adminRoute, body),
    transfer: (truckId: string) =>
      staff.call<{ moved: number } & Fault>('POST', fillPath(apiPaths.adminRouteTransfer, { id }), {
        truckId,
      }),
    planAt: (stopId: string | undefined, time: string) =>
      shop.sql('update schedules set planned_at = $2 where id = $1', [stopId, time]),
    /** Subjects of the emails about windows so far, in the order they were sent. */
    subjects: async () => {
      await shop.runJob('email.send')
      const sent = (await shop.mailbox()).map(({ subject }) => subject)
      return sent.filter((subject) => /Your delivery on|new time/.test(subject)).sort()
    },
  }
}

export const statusAndCode = ({ status, body }: { status: number; body: Fault }) =>
  `${status} ${body.code}`
