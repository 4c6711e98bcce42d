import { PAGE_SIZE, TOTAL_HEADER } from '#contract/staff/listing.ts'
import { toList } from './adapt/read.ts'
import { fetchJson } from './client.ts'

/** What a staff list is asked for. An empty text asks for nothing. */
export type ListRequest = Partial<Record<(typeof requestParams)[number], string>> & {
  limit?: number
}

const requestParams = ['q', 'status', 'needs', 'placed', 'due', 'sort', 'cursor'] as const

/** How many there are in all; `isCapped` where nobody counted further. */
export type ListTotal = { count: number; isCapped: boolean }

export type ListPage<Row> = {
  rows: readonly Row[]
  /** Not every backend says. */
  total: ListTotal | undefined
  /** What to ask the next page with, where there is one. */
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

/** One page unless another limit is named; 0 asks for all. */
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

/** '120', or '1000+'. */
export function readTotal(header: string | null): ListTotal | undefined {
  const [, count, more] = /^(\d+)(\+?)$/.exec(header ?? '') ?? []
  return count ? { count: Number(count), isCapped: more === '+' } : undefined
}

/** '</api/admin/orders?limit=50&cursor=abc>; rel="next"'. Only the cursor is taken from it. */
export function readNextCursor(header: string | null): string | undefined {
  for (const [, target = '', params = ''] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?/.test(params)) continue
    return new URLSearchParams(target.split('?')[1] ?? '').get('cursor') ?? undefined
  }
  return undefined
}
