import type { CalendarDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import * as contract from '#contract/zones/zones.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { getZone, listZones } from './queries.ts'
import { archiveZone, createZone, updateZone, type ZoneDeps } from './write-zone.ts'

type RouteDeps = ZoneDeps & {
  countOpenDeliveries(db: Db, today: CalendarDate, zips: readonly string[]): Promise<number>
}

export function staffZoneRoutes(mount: Mount, deps: RouteDeps): void {
  mount(contract.listZones, () => listZones(deps.db))
  mount(contract.createZone, ({ user, body }) => createZone(deps, user, body))
  mount(contract.updateZone, ({ user, params, body }) => updateZone(deps, user, params.id, body))
  mount(contract.archiveZone, async ({ user, params: { id }, query }) => {
    const zone =
      query.preview === 'true'
        ? await getZone(deps.db, id)
        : await archiveZone(deps, user, id, query.version)
    const today = shopDate(deps.shop.calendar, deps.clock.now())
    const deliveries = await deps.countOpenDeliveries(deps.db, today, zone.zips)
    return { zips: zone.zips.length, deliveries }
  })
}
