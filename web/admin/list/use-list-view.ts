import { navigate, useHistoryState, useSearch } from '#web/shared/router.ts'
import {
  emptyView,
  type ListView,
  type ListViewOptions,
  readListView,
  withView,
} from './list-view.ts'

/** The cursors of the pages before this one, as far as they were walked through. */
type CursorHistory = { cursorHistory?: string[] }

/**
 * The view in the address, and ways to another one. They go past the router's own navigation,
 * which would scroll up and take the focus out of the field that is being typed into.
 */
export function useListView(known: ListViewOptions) {
  const view = readListView(useSearch(), known)
  const cursorHistory = useHistoryState<CursorHistory>()?.cursorHistory ?? []

  function show(
    next: Partial<ListView>,
    options: { replace?: boolean; cursorHistory?: string[] } = {},
  ) {
    const { pathname, search } = window.location
    navigate(`${pathname}${withView(search, next)}`, {
      replace: options.replace ?? false,
      ...(options.cursorHistory?.length ? { state: { cursorHistory: options.cursorHistory } } : {}),
    })
  }

  /** Another view begins with its own first page. */
  const change = (next: Partial<ListView>) => show({ ...view, cursor: '', ...next })

  return {
    view,
    // Each letter is not a step of its own: back leads to the list before the search.
    search: (q: string) => show({ ...view, cursor: '', q }, { replace: view.q !== '' }),
    change,
    next: (cursor: string) =>
      show({ ...view, cursor }, { cursorHistory: [...cursorHistory, view.cursor] }),
    previous: () =>
      show(
        { ...view, cursor: cursorHistory.at(-1) ?? '' },
        { cursorHistory: cursorHistory.slice(0, -1) },
      ),
    clear: () => show({ ...emptyView, sort: view.sort }),
    /** A page that was opened by its address knows none before it but the first. */
    hasCursorHistory: cursorHistory.length > 0,
  }
}
