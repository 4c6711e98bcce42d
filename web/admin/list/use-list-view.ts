import { navigate, useHistoryState, useSearch } from '#web/shared/router.ts'
import {
  emptyView,
  type ListView,
  type ListViewOptions,
  readListView,
  withView,
} from './list-view.ts'

/** Cursors of the previous pages, stored in the history state. */
type CursorHistory = { cursorHistory?: string[] }

/**
 * The list view of the URL and functions to change it. They bypass page navigation, which would
 * scroll to the top and take the focus from the search field.
 */
export function useListView(options: ListViewOptions) {
  const view = readListView(useSearch(), options)
  const cursorHistory = useHistoryState<CursorHistory>()?.cursorHistory ?? []

  function show(
    next: Partial<ListView>,
    history: { replace?: boolean; cursorHistory?: string[] } = {},
  ) {
    const { pathname, search } = window.location
    navigate(`${pathname}${withView(search, next)}`, {
      replace: history.replace ?? false,
      ...(history.cursorHistory?.length ? { state: { cursorHistory: history.cursorHistory } } : {}),
    })
  }

  /** A changed view starts at its first page. */
  const change = (next: Partial<ListView>) => show({ ...view, cursor: '', ...next })

  return {
    view,
    // Not one history entry per keystroke: Back leads to the list before the search.
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
    /** False for a page opened by its URL; then only the first page can be reached. */
    hasCursorHistory: cursorHistory.length > 0,
  }
}
