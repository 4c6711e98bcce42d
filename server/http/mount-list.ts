import { Readable } from 'node:stream'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { type ListQuery, TOTAL_HEADER } from '#contract/listing.ts'
import { STRETCH } from '#server/db/keyset.ts'
import type { WhileUnchanged } from '#server/db/while-unchanged.ts'
import type { Stretch } from './list-stretch.ts'
import { type Call, type Handler, JsonText, type Mount } from './mount.ts'
import type { RecordExport } from './mount-csv.ts'

type RowOf<E extends Endpoint> = ReplyOf<E> extends (infer Row)[] ? Row : never

type ListSource<E extends Endpoint> = {
  /** Its name in the audit log, where the rows hold personal data: reading all of it is an export. */
  exportedAs?: string
  /** Rows after the cursor, newest first. */
  page(query: ListQuery, limit: number): Promise<Stretch<RowOf<E>>>
  /** The same rows as JSON text, where a list is asked for so often that making objects costs. */
  pageText?(query: ListQuery, limit: number): Promise<Stretch<string>>
  /** How many there are: a number, or '1000+'. */
  total(query: ListQuery): Promise<string>
  /** Whether the database alone decides what is shown, and neither the clock nor who asks. */
  isTimeless?(query: ListQuery): boolean
}

type ListEndpoint = Endpoint & { query: NonNullable<Endpoint['query']> }

type Page = { total: string; next: string | undefined; body: unknown[] | JsonText }

export type MountList = <const E extends ListEndpoint>(endpoint: E, source: ListSource<E>) => void

/**
 * Rule 26: with `limit` a page and a Link to the next; without it the whole list, written stretch
 * by stretch so that a long one never stands in memory at once (N3).
 */
export function listMounter(
  mount: Mount,
  whileUnchanged: WhileUnchanged,
  record: RecordExport,
): MountList {
  return <const E extends ListEndpoint>(endpoint: E, source: ListSource<E>) => {
    const texts = (query: ListQuery, limit: number) =>
      source.pageText?.(query, limit) ?? inText(source.page(query, limit))
    const readPage = async (query: ListQuery, limit: number): Promise<Page> => {
      const { rows, next, total } = await (source.pageText ?? source.page)(query, limit)
      return {
        total: total ?? (await source.total(query)),
        next,
        body: source.pageText ? new JsonText(`[${rows.join(',')}]`) : rows,
      }
    }
    const handler = async ({ user, query: asked, setHeader }: Call<E>) => {
      const query = asked as ListQuery
      const { limit } = query
      if (limit === undefined) {
        const rows = await source.total(query)
        const { exportedAs: list } = source
        // Written before the first row leaves.
        if (list && user && 'email' in user) await record(user, { list, query, rows })
        setHeader(TOTAL_HEADER, rows)
        return wholeList((cursor) => texts({ ...query, cursor }, STRETCH))
      }
      const read = () => readPage(query, limit)
      const seen = source.isTimeless?.(query) && user && 'seen' in user ? user.seen : undefined
      const key = `${endpoint.path} ${JSON.stringify(query)}`
      const { total, next, body } = await (seen ? whileUnchanged(seen, key, read) : read())
      setHeader(TOTAL_HEADER, total)
      if (next) setHeader('link', `<${nextUrl(endpoint.path, query, next)}>; rel="next"`)
      return body
    }
    mount(endpoint, handler as unknown as Handler<E>)
  }
}

async function inText(page: Promise<Stretch<unknown>>): Promise<Stretch<string>> {
  const { rows, next } = await page
  return { rows: rows.map((row) => JSON.stringify(row)), next }
}

function wholeList(page: (cursor: string | undefined) => Promise<Stretch<string>>): Readable {
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
