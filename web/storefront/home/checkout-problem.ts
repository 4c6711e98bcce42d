const KEY = 'checkoutProblem'

/** Stores why checkout could not start; the home page shows it after the redirect. */
export function saveCheckoutProblem(message: string): void {
  try {
    sessionStorage.setItem(KEY, message)
  } catch {
    // Without storage the message is not shown.
  }
}

/** Returns and deletes the stored message. */
export function popCheckoutProblem(): string | null {
  try {
    const message = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return message
  } catch {
    return null
  }
}
