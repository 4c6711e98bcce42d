import { createContext, useContext, useSyncExternalStore } from 'react'

type NavigateOptions = { replace?: boolean; state?: unknown }

/** Where the browser is, and the way to another page of ours. */
export type Router = {
  path: string
  /** What stands in the address where the route has ':name'. */
  params: Readonly<Record<string, string>>
  go: (to: string, options?: NavigateOptions) => void
}

export const RouterContext = createContext<Router>({ path: '/', params: {}, go: navigate })

export const useRouter = () => useContext(RouterContext)

const listeners = new Set<() => void>()

/** One listener of the browser's for all of React's, so that parents and children change together. */
function tellListeners() {
  for (const listener of listeners) listener()
}

if (typeof window !== 'undefined') addEventListener('popstate', tellListeners)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Changes the address at once: nothing is scrolled, focused or waited for. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}) {
  if (replace) history.replaceState(state, '', to)
  else history.pushState(state, '', to)
  tellListeners()
}

/** Without escapes such as %20, which stay where they cannot be read. */
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

/** The address from its question mark on. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, currentSearch, currentSearch)
}

/** Null while the page still has to match what was served. */
export function useHistoryState<State>(): State | null {
  return useSyncExternalStore(
    subscribe,
    () => history.state as State | null,
    () => null,
  )
}
