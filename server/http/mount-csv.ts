import { dateIn } from '#contract/calendar.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/listing.ts'
import { type CsvColumns, writeCsv } from '#server/csv/write-csv.ts'
import { STRETCH } from '#server/db/keyset.ts'
import type { Clock } from '#server/world.ts'
import type { Stretch } from './list-stretch.ts'
import type { Call, Mount } from './mount.ts'

type CsvEndpoint = Endpoint & { role: 'admin'; query: NonNullable<Endpoint['query']> }

export type ExportedList = { list: string; query: ListQuery; rows: string }

type CsvSource<Row> = {
  /** The file's name begins with it. */
  list: string
  columns(dayOf: (instant: string) => string): CsvColumns<Row>
  page(query: ListQuery, limit: number): Promise<Stretch<Row>>
  total(query: ListQuery): Promise<string>
}

/** A staff list as a file: all of it, filtered and searched as it was asked for. */
export type MountCsv = <Row>(endpoint: CsvEndpoint, source: CsvSource<Row>) => void

/** An export takes people's data out of the house: who did it is written down before it begins. */
export type RecordExport = (
  actor: { id: string; email: string },
  exported: ExportedList,
) => Promise<void>

type CsvDeps = { clock: Clock; timeZone: string; record: RecordExport }

export function csvMounter(mount: Mount, { clock, timeZone, record }: CsvDeps): MountCsv {
  const dayOf = (instant: string) => dateIn(timeZone, new Date(instant))
  return (endpoint, source) => {
    const { list } = source
    const handler = async ({ user, query: asked, setHeader }: Call<CsvEndpoint>) => {
      const query = asked as ListQuery
      await record(user, { list, query, rows: await source.total(query) })
      const name = `${list}-${dateIn(timeZone, clock.now())}.csv`
      setHeader('content-disposition', `attachment; filename="${name}"`)
      return writeCsv(source.columns(dayOf), (cursor) =>
        source.page({ ...query, cursor }, STRETCH),
      ) as never
    }
    mount(endpoint, handler)
  }
}
