const KEY = 'checkoutProblem'

/** Keeps why no checkout could be opened while the browser goes home, where it is shown. */
export function saveCheckoutProblem(message: string): void {
  try {
    sessionStorage.setItem(KEY, message)
  } catch {
    // A browser that keeps nothing shows nothing.
  }
}

/** What was kept, once. */
export function popCheckoutProblem(): string | null {
  try {
    const message = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return message
  } catch {
    return null
  }
}
