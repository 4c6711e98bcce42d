/** What of a list is looked at. It stands in the address, so that it can be shared. */
export type ListView = {
  q: string
  status: string
  /** Why its rows need a hand. */
  needs: string
  /** The day on which its orders were placed, or are to be delivered. */
  placed: string
  due: string
  sort: string
  cursor: string
}

/** What a list knows; of anything else in the address it takes no notice. */
export type ListViewOptions = {
  statuses?: readonly string[] | undefined
  needs?: readonly string[] | undefined
  sorts?: readonly string[] | undefined
  /** Whether it can be narrowed to a day. */
  hasDateFilters?: boolean | undefined
}

const names = ['q', 'status', 'needs', 'placed', 'due', 'sort', 'cursor'] as const

export const emptyView: ListView = {
  q: '',
  status: '',
  needs: '',
  placed: '',
  due: '',
  sort: '',
  cursor: '',
}

export function readListView(search: string, known: ListViewOptions): ListView {
  const params = new URLSearchParams(search)
  const oneOf = (name: string, words: readonly string[] = []) =>
    words.find((word) => word === params.get(name)) ?? ''
  const day = (name: string) =>
    known.hasDateFilters && /^\d{4}-\d{2}-\d{2}$/.test(params.get(name) ?? '')
      ? (params.get(name) ?? '')
      : ''
  return {
    q: params.get('q') ?? '',
    status: oneOf('status', known.statuses),
    needs: oneOf('needs', known.needs),
    placed: day('placed'),
    due: day('due'),
    sort: oneOf('sort', known.sorts),
    cursor: params.get('cursor') ?? '',
  }
}

/** '?status=pending', or nothing for the whole list from its beginning. */
export function writeListView(view: Partial<ListView>): string {
  return withView('', view)
}

/** The same in an address that holds more, such as what is shown beside the list. */
export function withView(search: string, view: Partial<ListView>): string {
  const beside = [...new URLSearchParams(search)].filter(
    ([name]) => !names.some((known) => known === name),
  )
  const params = new URLSearchParams()
  for (const name of names) {
    const value = view[name]
    if (value) params.set(name, value)
  }
  for (const [name, value] of beside) params.append(name, value)
  return params.size ? `?${params}` : ''
}

/** Whether there may be rows that this view does not show. */
export const isFiltered = ({ sort: _, ...view }: ListView) => Object.values(view).some(Boolean)
