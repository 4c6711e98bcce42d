import { Suspense, useEffect } from 'react'
import { type AroundNavHandler, Route, Router, useLocation } from 'wouter'
import { pageFacts } from './api/page-facts.ts'
import { exactParser, routeOf } from './routes.tsx'
import { ErrorBoundary } from './shared/error-boundary.tsx'
import { LatePart } from './shared/late.tsx'
import { Notifications } from './shared/notifications.tsx'
import { TestModeNotice } from './shared/test-mode-notice.tsx'
import { glide } from './ui/glide.ts'
import { NonceContext } from './ui/nonce.ts'
import { Spinner } from './ui/spinner.tsx'

type AppProps = {
  nonce?: string | undefined
  /** The page that is being prerendered. */
  ssrPath?: string
}

export function App({ nonce, ssrPath }: AppProps) {
  return (
    <ErrorBoundary>
      <NonceContext value={nonce}>
        <Router
          parser={exactParser}
          aroundNav={goWhenLoaded}
          {...(ssrPath === undefined ? {} : { ssrPath })}
        >
          <CurrentPage />
        </Router>
        <TestModeNotice />
        <Notifications />
      </NonceContext>
    </ErrorBoundary>
  )
}

export const titleOf = (pageTitle: string) => `${pageTitle} | ${pageFacts().shop.name}`

function CurrentPage() {
  const [path] = useLocation()
  const { page, title, path: pattern } = routeOf(path)

  useEffect(() => {
    document.title = titleOf(title)
  }, [title])

  return (
    <Suspense fallback={<PageIsComing />}>
      <Route path={pattern}>
        <LatePart code={page} props={{}} />
      </Route>
    </Suspense>
  )
}

function PageIsComing() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <Spinner label="Loading page" />
    </main>
  )
}

/** The page stays until the next one's code is here; then reading begins at its top. */
const goWhenLoaded: AroundNavHandler = (navigate, to, options) => {
  const target = new URL(to, window.location.href)
  routeOf(target.pathname)
    .page.load()
    .then(
      () => {
        const isHere = target.href === window.location.href
        navigate(to, { ...options, replace: isHere || options?.replace === true })
        window.scrollTo({ top: 0, behavior: isHere ? glide() : 'instant' })
        requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
      },
      // The shop may have been updated since this document came: the new one knows its files.
      () => window.location.assign(to),
    )
}
