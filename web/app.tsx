import { Suspense, useEffect, useMemo } from 'react'
import { pageData } from './api/page-data.ts'
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
  /** The page that is being prerendered. */
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

export const documentTitle = (pageTitle: string) => `${pageTitle} | ${pageData().shop.name}`

function CurrentPage({ ssrPath }: Pick<AppProps, 'ssrPath'>) {
  const path = usePath(ssrPath)
  const { route, params } = useMemo(() => matchRoute(path), [path])
  const router = useMemo(() => ({ path, params, go: navigateWhenLoaded }), [path, params])
  const { page, title } = route

  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
  useEffect(() => {
    // Before React, which keeps a click on a part that it cannot draw yet from everybody else.
    document.addEventListener('click', followSiteLink, true)
    return () => document.removeEventListener('click', followSiteLink, true)
  }, [])

  return (
    <RouterContext value={router}>
      <Suspense fallback={<PageLoading />}>
        <Preloaded code={page} props={{}} />
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

/** One listener for every SiteLink, so that one works before the code of its part of the page is here. */
function followSiteLink(event: MouseEvent) {
  const { target } = event
  const link = target instanceof Element && target.closest('a[data-site-link]')
  // The browser's own ways to open a link elsewhere stay the browser's.
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

/** The page stays until the next one's code is here; then reading begins at its top. */
const navigateWhenLoaded: Router['go'] = (to, options) => {
  const target = new URL(to, window.location.href)
  findRoute(target.pathname)
    .page.load()
    .then(
      () => {
        const isHere = target.href === window.location.href
        navigate(to, { ...options, replace: isHere || options?.replace === true })
        window.scrollTo({ top: 0, behavior: isHere ? scrollBehavior() : 'instant' })
        requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
      },
      // The shop may have been updated since this document came: the new one knows its files.
      () => window.location.assign(to),
    )
}
