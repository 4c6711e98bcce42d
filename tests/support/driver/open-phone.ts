import 'fake-indexeddb/auto'
import type { DriverRoute } from '#contract/driver/route.ts'
import { type DriverDatabase, openDriverDatabase } from '#web/driver/storage/database.ts'
import { readValue, saveRoute, writeValue } from '#web/driver/storage/saved-routes.ts'

let phones = 0

/** The storage of a new phone. Opened again by its name, it is the same phone after a restart. */
export function openPhone(name = `phone-${++phones}`): { name: string; db: DriverDatabase } {
  return { name, db: openDriverDatabase({ name }) }
}

/** Stores a route as its device has loaded it; the phone's login stays as it is. */
export async function storeRoute(
  db: DriverDatabase,
  route: DriverRoute,
  loaded: { etag: string | null; at: number },
): Promise<void> {
  const before = await readValue(db, 'device')
  await writeValue(db, 'device', { deviceId: route.deviceId, driverId: route.driverId })
  await saveRoute(db, route, loaded)
  await writeValue(db, 'device', before)
}
