/** Pages with a card form have their own content security policy, so they need full page loads. */
export function hasCardForm(path: string): boolean {
  return /^\/(checkout|(pay|agree)\/[^/]+)(\?|#|$)/.test(path)
}
