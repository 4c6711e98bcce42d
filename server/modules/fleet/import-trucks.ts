import { sql } from 'drizzle-orm'
import { DEFAULT_CAPACITY, type TruckForm } from '#contract/fleet.ts'
import { type ImportReport, TruckImportRow } from '#contract/staff/imports.ts'
import { assertNoErrors, type ImportSpec, planImport } from '#server/csv/plan-import.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { validate } from '#server/http/validate.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { trucks } from './tables.ts'
import { auditFields, type TruckRow } from './trucks.ts'

type ImportDeps = { db: Db; clock: Clock; random: Random }
type TruckFields = Required<Omit<TruckForm, 'shift'>>

/** Matches trucks by license plate, ignoring case and spacing. */
const truckImportSpec = (
  find: () => Promise<TruckRow[]>,
): ImportSpec<TruckImportRow, TruckRow, TruckFields> => ({
  columns: {
    Name: 'name',
    'License Plate': 'licensePlate',
    Capacity: 'capacity',
    Status: 'status',
  },
  required: ['Name', 'License Plate'],
  read: ({ capacity, status, ...cells }) =>
    validate(TruckImportRow, {
      ...cells,
      ...(capacity !== undefined && { capacity: Number(capacity) }),
      ...(status !== undefined && {
        status: status
          .trim()
          .toLowerCase()
          .replace(/[\s_]+/g, '-'),
      }),
    }),
  toKey: ({ licensePlate }) => licensePlate.trim().toUpperCase().replace(/\s+/g, ' '),
  find,
  toFields: ({ name, licensePlate, capacity, status }) => ({
    name,
    licensePlate,
    capacity,
    status,
  }),
  nextFields: (row, truck) => ({
    name: row.name,
    licensePlate: truck?.licensePlate ?? row.licensePlate,
    capacity: row.capacity ?? truck?.capacity ?? DEFAULT_CAPACITY,
    status: row.status ?? truck?.status ?? 'available',
  }),
})

const loadTrucks = (db: DbOrTx): Promise<TruckRow[]> => db.select().from(trucks)

export async function previewTruckImport(db: Db, bytes: Buffer): Promise<ImportReport> {
  return (
    await planImport(
      truckImportSpec(() => loadTrucks(db)),
      bytes,
    )
  ).report
}

/** Runs in one transaction. Importing the same file again changes nothing. */
export function importTrucks(deps: ImportDeps, actor: Actor, bytes: Buffer): Promise<ImportReport> {
  return deps.db.transaction(async (tx) => {
    // Concurrent imports and forms must not create two trucks with one plate.
    const spec = truckImportSpec(async () => {
      await tx.execute(sql`lock table ${trucks} in share row exclusive mode`)
      return loadTrucks(tx)
    })
    const plan = await planImport(spec, bytes)
    assertNoErrors(plan)
    const createdAt = deps.clock.now()
    const rowsWith = (outcome: string) => plan.rows.filter((row) => row.outcome === outcome)
    const created = rowsWith('new').map(({ fields }) => ({
      id: deps.random.uuid(),
      ...fields,
      shift: null,
      version: 1,
      createdAt,
    }))
    const changed = rowsWith('changed').flatMap(({ row, fields }) =>
      row ? [{ before: row, after: { ...row, ...fields } }] : [],
    )
    await insertRows(tx, trucks, created)
    if (changed.length > 0) {
      const updates = JSON.stringify(changed.map(({ after }) => after))
      await tx.execute(sql`
        update trucks t set name = g.name, capacity = g.capacity, status = g.status, version = t.version + 1
        from json_to_recordset(${updates}) as g (id uuid, name text, capacity integer, status text)
        where t.id = g.id`)
    }
    await recordAuditEntries(tx, deps, actor, [
      ...created.map((truck) => ({
        action: 'truck.created',
        subjectId: truck.id,
        before: {},
        after: auditFields(truck),
      })),
      ...changed.map(({ before, after }) => ({
        action: 'truck.updated',
        subjectId: before.id,
        before: auditFields(before),
        after: auditFields(after),
      })),
    ])
    return plan.report
  })
}
