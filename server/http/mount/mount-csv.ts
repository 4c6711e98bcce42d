import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ListQuery, withCurrentNames } from '#contract/staff/listing.ts'
import { type CsvColumns, writeCsv } from '#server/csv/write-csv.ts'
import { BATCH_ROWS } from '#server/db/keyset.ts'
import type { Clock } from '#server/runtime.ts'
import type { ListPage } from '../list-page.ts'
import type { Mount, RequestContext } from './mount.ts'

type CsvEndpoint = Endpoint & { role: 'admin'; query: NonNullable<Endpoint['query']> }

export type ExportedList = { list: string; query: ListQuery; rows: string }

type CsvSource<Row> = {
  /** Start of the file name. */
  list: string
  columns(toShopDate: (instant: string) => string): CsvColumns<Row>
  page(query: ListQuery, limit: number): Promise<ListPage<Row>>
  total(query: ListQuery): Promise<string>
}

/** Serves a staff list as a CSV file: all rows that match the filters and the search. */
export type MountCsv = <Row>(endpoint: CsvEndpoint, source: CsvSource<Row>) => void

/** Records an export in the audit log before it starts, because personal data leaves the system. */
export type RecordExport = (
  actor: { id: string; email: string },
  exported: ExportedList,
) => Promise<void>

type CsvDeps = { clock: Clock; shop: { calendar: ShopCalendar }; record: RecordExport }

export function createCsvMount(mount: Mount, { clock, shop, record }: CsvDeps): MountCsv {
  const toShopDate = (instant: string) => shopDate(shop.calendar, new Date(instant))
  return (endpoint, source) => {
    const { list } = source
    const handler = async ({ user, query: rawQuery, setHeader }: RequestContext<CsvEndpoint>) => {
      const query = withCurrentNames(rawQuery as ListQuery)
      await record(user, { list, query, rows: await source.total(query) })
      const name = `${list}-${shopDate(shop.calendar, clock.now())}.csv`
      setHeader('content-disposition', `attachment; filename="${name}"`)
      return writeCsv(source.columns(toShopDate), (cursor) =>
        source.page({ ...query, cursor }, BATCH_ROWS),
      ) as never
    }
    mount(endpoint, handler)
  }
}
