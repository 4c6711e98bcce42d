import { and, eq, inArray, sql } from 'drizzle-orm'
import { PlaceImportRow } from '#contract/points/points.ts'
import type { ImportReport } from '#contract/staff/imports.ts'
import { assertNoErrors, type ImportSpec, planImport } from '#server/csv/plan-import.ts'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { validate } from '#server/http/validate.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { addressKeySql } from './address-key.ts'
import { placeProblem, roundPlace } from './rules.ts'
import { deliveryPoints } from './tables.ts'
import { zipPlaces } from './zip-places.ts'

type PlaceDeps = { db: Db; clock: Clock }

/** A door of the file that exists, with what is saved for it. */
type DoorRow = {
  key: string
  customerId: string
  addressKey: string
  lat: number | null
  lon: number | null
  placeSource: 'zip' | 'import' | 'pin' | 'fix' | null
}
type FileRow = { email: string; address: string; zip: string; lat: number; lon: number }
type SavedPlace = DoorRow & Pick<FileRow, 'email' | 'address' | 'zip'>

const columns = {
  Email: 'email',
  Address: 'address',
  ZIP: 'zip',
  Latitude: 'lat',
  Longitude: 'lon',
}

const toKey = ({ email, address, zip }: Pick<FileRow, 'email' | 'address' | 'zip'>) =>
  `${email}, ${address.trim()}, ${zip}`

/** Matches doors by the customer's email address and the address, however it is spelled. */
async function placeImport(db: DbOrTx) {
  const placeOfZip = await zipPlaces()
  const forms = new Map<string, PlaceImportRow>()
  const known = new Map<string, DoorRow>()
  const firstOfDoor = new Map<string, string>()

  const spec: ImportSpec<PlaceImportRow, SavedPlace, FileRow> = {
    columns,
    required: Object.keys(columns),
    read(cells) {
      const row = validate(PlaceImportRow, cells)
      return { ...row, ...roundPlace(row) }
    },
    toKey(entity) {
      const key = toKey(entity)
      if ('lat' in entity && !('key' in entity)) forms.set(key, entity)
      return key
    },
    async find(keys) {
      const requested = keys.flatMap((key) => {
        const form = forms.get(key)
        return form ? [{ ...form, key }] : []
      })
      const rows = await findKnown(db, requested)
      for (const row of rows) {
        known.set(row.key, row)
        const door = `${row.customerId} ${row.addressKey}`
        if (!firstOfDoor.has(door)) firstOfDoor.set(door, row.key)
      }
      return rows.flatMap((row) => {
        const form = forms.get(row.key)
        return form && row.placeSource !== null && row.lat !== null ? [{ ...form, ...row }] : []
      })
    },
    reject(form) {
      const row = known.get(toKey(form))
      if (!row) return 'No customer has this email address'
      const first = firstOfDoor.get(`${row.customerId} ${row.addressKey}`)
      if (first !== row.key) return `The same address as "${first}"`
      return placeProblem(form, form.zip, placeOfZip(form.zip))
    },
    toFields: ({ email, address, zip, lat, lon }) => ({
      ...{ email, address, zip },
      ...{ lat: lat ?? 0, lon: lon ?? 0 },
    }),
    nextFields: ({ email, address, zip, lat, lon }) => ({ email, address, zip, lat, lon }),
    // Rule 53: pins, and places that drivers found, win over a file.
    isReadOnly: ({ placeSource }) => placeSource === 'pin' || placeSource === 'fix',
  }
  return { spec, known }
}

/** In the order of the file. Unknown customers are left out. */
async function findKnown(
  db: DbOrTx,
  requested: readonly (PlaceImportRow & { key: string })[],
): Promise<DoorRow[]> {
  if (requested.length === 0) return []
  const rows = JSON.stringify(
    requested.map(({ key, email, address, zip }, nth) => ({ nth, key, email, address, zip })),
  )
  const addressKey = addressKeySql(sql`requested.address`, sql`requested.zip`)
  return db
    .select({
      key: sql<string>`requested.key`,
      customerId: customers.id,
      addressKey: sql<string>`${addressKey}`,
      lat: deliveryPoints.lat,
      lon: deliveryPoints.lon,
      placeSource: deliveryPoints.placeSource,
    })
    .from(customers)
    .innerJoin(
      sql`json_to_recordset(${rows}::json) as requested (nth int, key text, email text, address text, zip text)`,
      eq(customers.email, sql`requested.email`),
    )
    .leftJoin(
      deliveryPoints,
      and(
        eq(deliveryPoints.customerId, customers.id),
        eq(deliveryPoints.addressKey, sql`${addressKey}`),
      ),
    )
    .orderBy(sql`requested.nth`)
}

export async function previewPlaces({ db }: PlaceDeps, bytes: Buffer): Promise<ImportReport> {
  const { spec } = await placeImport(db)
  return (await planImport(spec, bytes)).report
}

/** All lines or none. The same file a second time changes nothing. */
export function importPlaces(deps: PlaceDeps, actor: Actor, bytes: Buffer): Promise<ImportReport> {
  return deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('place import'))`)
    const { spec, known } = await placeImport(tx)
    const plan = await planImport(spec, bytes)
    assertNoErrors(plan)
    const lines = plan.rows.flatMap(({ key, outcome, fields }) => {
      const door = known.get(key)
      return door && (outcome === 'new' || outcome === 'changed') ? [{ ...fields, door }] : []
    })
    await writePlaces(tx, deps, lines)
    const byCustomer = groupBy(lines, ({ door }) => door.customerId)
    await recordAuditEntries(
      tx,
      deps,
      actor,
      [...byCustomer].map(([subjectId, places]) => ({
        action: 'customer.places_imported',
        subjectId,
        before: {},
        after: { places: places.length },
      })),
    )
    return plan.report
  })
}

async function writePlaces(
  tx: Tx,
  { clock }: PlaceDeps,
  lines: readonly (FileRow & { door: DoorRow })[],
): Promise<void> {
  if (lines.length === 0) return
  // Customers who are being erased get no new rows.
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, [...new Set(lines.map(({ door }) => door.customerId))]))
    .orderBy(customers.id)
    .for('key share')
  const rows = JSON.stringify(
    lines.map(({ door, address, zip, lat, lon }) => ({
      customer_id: door.customerId,
      address_key: door.addressKey,
      ...{ address, zip, lat, lon },
    })),
  )
  await tx.execute(sql`
    insert into ${deliveryPoints} as saved (customer_id, address_key, address, zip, lat, lon,
      imported_lat, imported_lon, place_source, updated_at)
    select customer_id, address_key, address, zip, lat, lon, lat, lon, 'import',
      ${clock.now().toISOString()}::timestamptz
    from json_to_recordset(${rows}::json) as line (customer_id uuid, address_key text,
      address text, zip text, lat float8, lon float8)
    order by customer_id, address_key
    on conflict (customer_id, address_key) do update set
      lat = excluded.lat, lon = excluded.lon, imported_lat = excluded.lat,
      imported_lon = excluded.lon, place_source = 'import', updated_at = excluded.updated_at,
      version = saved.version + 1
    where saved.place_source in ('zip', 'import')`)
}
