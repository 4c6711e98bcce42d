import { navigate, useHistoryState, useSearch } from '#web/shared/router.ts'
import { emptyView, type ListView, type ListWords, readListView, withView } from './list-view.ts'

/** The cursors of the pages before this one, as far as they were walked through. */
type Trail = { trail?: string[] }

/**
 * The view in the address, and ways to another one. They go past the router's own navigation,
 * which would scroll up and take the focus out of the field that is being typed into.
 */
export function useListView(known: ListWords) {
  const view = readListView(useSearch(), known)
  const trail = useHistoryState<Trail>()?.trail ?? []

  function show(next: Partial<ListView>, options: { replace?: boolean; trail?: string[] } = {}) {
    const { pathname, search } = window.location
    navigate(`${pathname}${withView(search, next)}`, {
      replace: options.replace ?? false,
      ...(options.trail?.length ? { state: { trail: options.trail } } : {}),
    })
  }

  /** Another view begins with its own first page. */
  const change = (next: Partial<ListView>) => show({ ...view, cursor: '', ...next })

  return {
    view,
    // Each letter is not a step of its own: back leads to the list before the search.
    search: (q: string) => show({ ...view, cursor: '', q }, { replace: view.q !== '' }),
    change,
    next: (cursor: string) => show({ ...view, cursor }, { trail: [...trail, view.cursor] }),
    previous: () => show({ ...view, cursor: trail.at(-1) ?? '' }, { trail: trail.slice(0, -1) }),
    clear: () => show({ ...emptyView, sort: view.sort }),
    /** A page that was opened by its address knows none before it but the first. */
    knowsPrevious: trail.length > 0,
  }
}
