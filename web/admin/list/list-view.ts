import { readAttention } from '#contract/staff/listing.ts'

/** Search, filters, sort and page of a list. Stored in the URL, so that it can be shared. */
export type ListView = {
  q: string
  status: string
  /** The reason why rows need attention. */
  attention: string
  /** The day on which orders were placed. */
  placed: string
  /** The delivery date of orders. */
  due: string
  sort: string
  cursor: string
}

/** Values that a list supports; others in the URL are ignored. */
export type ListViewOptions = {
  statuses?: readonly string[] | undefined
  attentionReasons?: readonly string[] | undefined
  sorts?: readonly string[] | undefined
  /** Whether the list can be filtered by day. */
  hasDateFilters?: boolean | undefined
}

const names = ['q', 'status', 'attention', 'placed', 'due', 'sort', 'cursor'] as const

/** `attention` in links from before 0.2. */
const FORMER_NAME = 'needs'

export const emptyView: ListView = {
  q: '',
  status: '',
  attention: '',
  placed: '',
  due: '',
  sort: '',
  cursor: '',
}

export function readListView(search: string, options: ListViewOptions): ListView {
  const params = new URLSearchParams(search)
  const choose = (chosen: string | null | undefined, values: readonly string[] = []) =>
    values.find((value) => value === chosen) ?? ''
  const day = (name: string) =>
    options.hasDateFilters && /^\d{4}-\d{2}-\d{2}$/.test(params.get(name) ?? '')
      ? (params.get(name) ?? '')
      : ''
  return {
    q: params.get('q') ?? '',
    status: choose(params.get('status'), options.statuses),
    attention: choose(
      readAttention(params.get('attention'), params.get(FORMER_NAME)),
      options.attentionReasons,
    ),
    placed: day('placed'),
    due: day('due'),
    sort: choose(params.get('sort'), options.sorts),
    cursor: params.get('cursor') ?? '',
  }
}

/** '?status=pending', or '' for the first page of the unfiltered list. */
export function writeListView(view: Partial<ListView>): string {
  return withView('', view)
}

/** Writes the view and keeps other parameters, such as the open panel. */
export function withView(search: string, view: Partial<ListView>): string {
  const otherParams = [...new URLSearchParams(search)].filter(
    ([name]) => name !== FORMER_NAME && !names.some((viewName) => viewName === name),
  )
  const params = new URLSearchParams()
  for (const name of names) {
    const value = view[name]
    if (value) params.set(name, value)
  }
  for (const [name, value] of otherParams) params.append(name, value)
  return params.size ? `?${params}` : ''
}

/** Whether the view may hide rows. */
export const isFiltered = ({ sort: _, ...view }: ListView) => Object.values(view).some(Boolean)
