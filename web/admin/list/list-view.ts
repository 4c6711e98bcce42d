/** What of a list is looked at. It stands in the address, so that it can be shared. */
export type ListView = { q: string; status: string; cursor: string }

/** A status that the list cannot be filtered by counts as none. */
export function readListView(search: string, statuses: readonly string[]): ListView {
  const params = new URLSearchParams(search)
  const status = params.get('status') ?? ''
  return {
    q: params.get('q') ?? '',
    status: statuses.includes(status) ? status : '',
    cursor: params.get('cursor') ?? '',
  }
}

/** '?status=pending', or nothing for the whole list from its beginning. */
export function writeListView(view: Partial<ListView>): string {
  const params = new URLSearchParams()
  for (const name of ['q', 'status', 'cursor'] as const) {
    const value = view[name]
    if (value) params.set(name, value)
  }
  return params.size ? `?${params}` : ''
}
