import { paths } from '#web/paths.ts'

const KEY = 'afterLogin'

/** As long as a login link works. */
const LIFETIME_MS = 3_600_000

/** Only links in emails have a destination. Everyone else starts at the dashboard. */
const isDestination = (path: string) =>
  (path.startsWith(`${paths.customerSubscriptions()}?`) && /\?change=[\w-]+$/.test(path)) ||
  (path.startsWith(`${paths.customerOrders()}?`) && /\?(order|report)=[\w-]+$/.test(path))

const currentPath = () => `${location.pathname}${location.search}`

/** Keeps the current page for after the login. The login link opens in another tab of the browser. */
export function keepDestination(): void {
  if (!isDestination(currentPath())) return
  try {
    localStorage.setItem(KEY, JSON.stringify({ path: currentPath(), keptAt: Date.now() }))
  } catch {
    // Without storage the login ends at the dashboard.
  }
}

/** Where a login leads. Stays the same until the page has been reached. */
export function readDestination(): string {
  try {
    const { path, keptAt } = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const isValid = typeof path === 'string' && isDestination(path)
    if (isValid && Date.now() - keptAt < LIFETIME_MS) return path
  } catch {
    // Blocked or damaged storage is like none.
  }
  return paths.customerDashboard()
}

/** Forgets the destination once its page is open. */
export function reachDestination(): void {
  if (readDestination() !== currentPath()) return
  try {
    localStorage.removeItem(KEY)
  } catch {
    // No destination was stored.
  }
}
