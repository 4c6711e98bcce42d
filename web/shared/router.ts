import { createContext, useContext, useSyncExternalStore } from 'react'

type NavigateOptions = { replace?: boolean; state?: unknown }

/** The current route, and navigation to other pages. */
export type Router = {
  path: string
  /** The values of ':name' parameters. */
  params: Readonly<Record<string, string>>
  go: (to: string, options?: NavigateOptions) => void
}

export const RouterContext = createContext<Router>({ path: '/', params: {}, go: navigate })

export const useRouter = () => useContext(RouterContext)

const listeners = new Set<() => void>()

/** One popstate listener for all subscribers, so that parents and children update together. */
function notifyListeners() {
  for (const listener of listeners) listener()
}

if (typeof window !== 'undefined') addEventListener('popstate', notifyListeners)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Changes the URL at once, without loading code, scrolling or moving the focus. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}) {
  if (replace) history.replaceState(state, '', to)
  else history.pushState(state, '', to)
  notifyListeners()
}

/** Returns the decoded path; an invalid encoding is returned unchanged. */
function currentPath(): string {
  const { pathname } = location
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

export function usePath(prerenderedPath?: string): string {
  return useSyncExternalStore(subscribe, currentPath, () => prerenderedPath ?? currentPath())
}

const currentSearch = () => location.search

/** The URL's query string, including the question mark. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, currentSearch, currentSearch)
}

/** Null during hydration, to match the served HTML. */
export function useHistoryState<State>(): State | null {
  return useSyncExternalStore(
    subscribe,
    () => history.state as State | null,
    () => null,
  )
}
