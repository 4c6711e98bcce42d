import 'fake-indexeddb/auto'
import { type DriverDatabase, openDriverDatabase } from '#web/driver/storage/database.ts'

let phones = 0

/** The storage of a new phone. Opened again by its name, it is the same phone after a restart. */
export function openPhone(name = `phone-${++phones}`): { name: string; db: DriverDatabase } {
  return { name, db: openDriverDatabase({ name }) }
}
