import { PAGE_SIZE, TOTAL_HEADER } from '#contract/staff/listing.ts'
import { toList } from './adapt/read.ts'
import { fetchJson } from './client.ts'

/** Query parameters of a staff list. Empty values are omitted. */
export type ListRequest = Partial<Record<(typeof requestParams)[number], string>> & {
  limit?: number
}

const requestParams = ['q', 'status', 'attention', 'placed', 'due', 'sort', 'cursor'] as const

/** The total number of rows; `isCapped` if the server stopped counting at `count`. */
export type ListTotal = { count: number; isCapped: boolean }

export type ListPage<Row> = {
  rows: readonly Row[]
  /** Undefined if the backend does not send a total. */
  total: ListTotal | undefined
  /** The cursor of the next page; undefined on the last page. */
  nextCursor: string | undefined
}

export async function fetchListPage<Row>(
  path: string,
  request: ListRequest,
  adapt: (row: unknown) => Row,
  signal?: AbortSignal,
): Promise<ListPage<Row>> {
  const { body, headers } = await fetchJson('GET', listUrl(path, request), undefined, signal)
  return {
    rows: toList(body, adapt),
    total: readTotal(headers.get(TOTAL_HEADER)),
    nextCursor: readNextCursor(headers.get('link')),
  }
}

/** The limit defaults to one page; 0 requests all rows. */
export function listUrl(path: string, request: ListRequest): string {
  const { limit = PAGE_SIZE } = request
  const params = new URLSearchParams()
  for (const name of requestParams) {
    const value = request[name]
    if (value) params.set(name, value)
  }
  if (limit) params.set('limit', String(limit))
  return params.size ? `${path}?${params}` : path
}

/** Parses '120' or '1000+'. */
export function readTotal(header: string | null): ListTotal | undefined {
  const [, count, more] = /^(\d+)(\+?)$/.exec(header ?? '') ?? []
  return count ? { count: Number(count), isCapped: more === '+' } : undefined
}

/** '</api/admin/orders?limit=50&cursor=abc>; rel="next"'. Only the cursor is used. */
export function readNextCursor(header: string | null): string | undefined {
  for (const [, target = '', params = ''] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?/.test(params)) continue
    return new URLSearchParams(target.split('?')[1] ?? '').get('cursor') ?? undefined
  }
  return undefined
}
