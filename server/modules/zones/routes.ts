import type { CalendarDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import * as contract from '#contract/zones/zones.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { LiveShop } from '#server/modules/settings/index.ts'
import { listZones } from './queries.ts'
import { archiveZone, createZone, updateZone, type WriteDeps } from './write-zone.ts'

type RouteDeps = WriteDeps & {
  liveShop: Pick<LiveShop, 'reload'>
  countOpenDeliveries(db: Db, today: CalendarDate, zips: readonly string[]): Promise<number>
}

export function staffZoneRoutes(mount: Mount, deps: RouteDeps): void {
  const write = async (
    { preview }: { preview?: 'true' | 'false' | undefined },
    save: (request: { isPreview: boolean }) => Promise<contract.SavedZone>,
  ) => {
    const isPreview = preview === 'true'
    const zone = await save({ isPreview })
    // The next request to this process lands by the new zones.
    if (!isPreview) await deps.liveShop.reload()
    return zone
  }
  mount(contract.listZones, () => listZones(deps.db))
  mount(contract.createZone, ({ user, body, query }) =>
    write(query, (request) => createZone(deps, user, body, request)),
  )
  mount(contract.updateZone, ({ user, params, body, query }) =>
    write(query, (request) => updateZone(deps, user, params.id, body, request)),
  )
  mount(contract.archiveZone, async ({ user, params: { id }, query }) => {
    const zone = await write(query, (request) =>
      archiveZone(deps, user, id, query.version, request),
    )
    const { zips, landing } = zone
    const today = shopDate(deps.shop.calendar, deps.clock.now())
    const deliveries = await deps.countOpenDeliveries(deps.db, today, zips)
    return { zips: zips.length, deliveries, ...(landing && { landing }) }
  })
}
