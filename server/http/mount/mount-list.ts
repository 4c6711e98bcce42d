import { Readable } from 'node:stream'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import {
  type ListQuery,
  PAGE_SIZE,
  TOTAL_HEADER,
  withCurrentNames,
} from '#contract/staff/listing.ts'
import { hasPermission } from '#contract/staff/permissions.ts'
import type { CacheUntilCommit } from '#server/db/cache-until-commit.ts'
import { BATCH_ROWS } from '#server/db/keyset.ts'
import type { Caller } from '../caller.ts'
import type { ListPage } from '../list-page.ts'
import type { Handler, Mount, RequestContext } from './mount.ts'
import type { RecordExport } from './mount-csv.ts'
import { PreserializedJson } from './preserialized-json.ts'

type RowOf<E extends Endpoint> = ReplyOf<E> extends (infer Row)[] ? Row : never

type ListSource<E extends Endpoint> = {
  /** Name in the audit log, set if the rows contain personal data: reading all of them is an export. */
  exportedAs?: string
  /** Rows after the cursor, newest first. */
  page(query: ListQuery, limit: number): Promise<ListPage<RowOf<E>>>
  /** The rows as JSON text, for lists requested so often that building objects is expensive. */
  pageText?(query: ListQuery, limit: number): Promise<ListPage<string>>
  /** Total number of rows, or '1000+'. */
  total(query: ListQuery): Promise<string>
  /** Whether the rows depend neither on the clock nor on the caller, and so can be cached. */
  dependsOnlyOnDatabase?(query: ListQuery): boolean
}

type ListEndpoint = Endpoint & { query: NonNullable<Endpoint['query']> }

type ListResponse = { total: string; next: string | undefined; body: unknown[] | PreserializedJson }

export type MountList = <const E extends ListEndpoint>(endpoint: E, source: ListSource<E>) => void

/**
 * Rule 26: with `limit`, sends one page and a Link header to the next. Without it, streams the whole
 * list in batches, so that a long list is never in memory at once (N3).
 */
export function createListMount(
  mount: Mount,
  cacheUntilCommit: CacheUntilCommit,
  record: RecordExport,
): MountList {
  return <const E extends ListEndpoint>(endpoint: E, source: ListSource<E>) => {
    const readJsonRows = (query: ListQuery, limit: number) =>
      source.pageText?.(query, limit) ?? toJsonRows(source.page(query, limit))
    const readPage = async (query: ListQuery, limit: number): Promise<ListResponse> => {
      const { rows, next, total } = await (source.pageText ?? source.page)(query, limit)
      return {
        total: total ?? (await source.total(query)),
        next,
        body: source.pageText ? new PreserializedJson(`[${rows.join(',')}]`) : rows,
      }
    }
    const handler = async ({ user, query: rawQuery, setHeader }: RequestContext<E>) => {
      const query = withinPermission(
        withCurrentNames(rawQuery as ListQuery),
        user as Caller | undefined,
      )
      const { limit } = query
      if (limit === undefined) {
        const rows = await source.total(query)
        const { exportedAs: list } = source
        // Recorded before the first row is sent.
        if (list && user && 'email' in user) await record(user, { list, query, rows })
        setHeader(TOTAL_HEADER, rows)
        return streamList((cursor) => readJsonRows({ ...query, cursor }, BATCH_ROWS))
      }
      const read = () => readPage(query, limit)
      const isCacheable = source.dependsOnlyOnDatabase?.(query)
      const snapshotId = isCacheable && user && 'snapshotId' in user ? user.snapshotId : undefined
      const key = `${endpoint.path} ${JSON.stringify(query)}`
      const { total, next, body } = await (snapshotId
        ? cacheUntilCommit(snapshotId, key, read)
        : read())
      setHeader(TOTAL_HEADER, total)
      if (next) setHeader('link', `<${nextUrl(endpoint.path, query, next)}>; rel="next"`)
      return body
    }
    mount(endpoint, handler as unknown as Handler<E>)
  }
}

/** Rule 35: reading a whole list is an export. Roles without that permission get the first page. */
function withinPermission(query: ListQuery, user: Caller | undefined): ListQuery {
  const isLimited = user?.role === 'admin' && !hasPermission(user.staffRole, 'exports.read')
  return isLimited ? { ...query, limit: query.limit ?? PAGE_SIZE } : query
}

async function toJsonRows(page: Promise<ListPage<unknown>>): Promise<ListPage<string>> {
  const { rows, next } = await page
  return { rows: rows.map((row) => JSON.stringify(row)), next }
}

function streamList(page: (cursor: string | undefined) => Promise<ListPage<string>>): Readable {
  async function* write() {
    let cursor: string | undefined
    let separator = '['
    do {
      const { rows, next } = await page(cursor)
      for (const row of rows) {
        yield separator + row
        separator = ','
      }
      cursor = next
    } while (cursor)
    yield separator === '[' ? '[]' : ']'
  }
  return Readable.from(write())
}

function nextUrl(path: string, query: ListQuery, cursor: string): string {
  const url = new URL(path, 'http://here')
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.pathname + url.search
}
