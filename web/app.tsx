import { Suspense, useEffect, useMemo } from 'react'
import { findRoute, matchRoute } from './routes.tsx'
import { ErrorBoundary } from './shared/error-boundary.tsx'
import { Notifications } from './shared/notifications.tsx'
import { Preloaded } from './shared/preloadable.tsx'
import { navigate, type Router, RouterContext, usePath } from './shared/router.ts'
import { TestModeNotice } from './shared/test-mode-notice.tsx'
import { NonceContext } from './ui/nonce.ts'
import { scrollBehavior } from './ui/scroll-behavior.ts'
import { Spinner } from './ui/spinner.tsx'

type AppProps = {
  nonce?: string | undefined
  /** The path to prerender. */
  ssrPath?: string | undefined
}

export function App({ nonce, ssrPath }: AppProps) {
  return (
    <ErrorBoundary>
      <NonceContext value={nonce}>
        <CurrentPage ssrPath={ssrPath} />
        <TestModeNotice />
        <Notifications />
      </NonceContext>
    </ErrorBoundary>
  )
}

function CurrentPage({ ssrPath }: Pick<AppProps, 'ssrPath'>) {
  const path = usePath(ssrPath)
  const { route, params } = useMemo(() => matchRoute(path), [path])
  const router = useMemo(() => ({ path, params, go: navigateWhenLoaded }), [path, params])

  useEffect(() => {
    // Captures clicks before React, which stops them inside sections that are not hydrated yet.
    document.addEventListener('click', followSiteLink, true)
    addEventListener('popstate', countNavigation)
    return () => {
      document.removeEventListener('click', followSiteLink, true)
      removeEventListener('popstate', countNavigation)
    }
  }, [])

  return (
    <RouterContext value={router}>
      <Suspense fallback={<PageLoading />}>
        <Preloaded code={route.page} props={{}} />
      </Suspense>
    </RouterContext>
  )
}

function PageLoading() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <Spinner label="Loading page" />
    </main>
  )
}

/** One listener for all site links, so that they work before their section is hydrated. */
function followSiteLink(event: MouseEvent) {
  const { target } = event
  const link = target instanceof Element && target.closest('a[data-site-link]')
  // Modified clicks, such as opening a new tab, are left to the browser.
  const isPlain = !(
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey ||
    event.button
  )
  if (!link || !isPlain) return
  event.preventDefault()
  const to = link.getAttribute('href') ?? ''
  if (to !== `#${link.id}`) navigateWhenLoaded(to)
}

/** Counts navigations, so that one that is still loading is dropped when another one follows. */
let navigationCount = 0

const countNavigation = () => {
  navigationCount += 1
}

/** Shows the current page until the next page's code is loaded, then scrolls to the top. */
const navigateWhenLoaded: Router['go'] = (to, options) => {
  countNavigation()
  const ownCount = navigationCount
  const ifLatest = (work: () => void) => () => {
    if (ownCount === navigationCount) work()
  }
  const target = new URL(to, window.location.href)
  findRoute(target.pathname)
    .page.load()
    .then(
      ifLatest(() => {
        const isCurrentPage = target.href === window.location.href
        navigate(to, { ...options, replace: isCurrentPage || options?.replace === true })
        window.scrollTo({ top: 0, behavior: isCurrentPage ? scrollBehavior() : 'instant' })
        requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
      }),
      // A deployment may have replaced the files; a full page load gets the new ones.
      ifLatest(() => window.location.assign(to)),
    )
}
