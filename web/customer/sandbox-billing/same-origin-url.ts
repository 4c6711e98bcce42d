/** Returns the URL only if it belongs to this site. Prevents open redirects by forged links. */
export function sameOriginUrl(
  text: string | null | undefined,
  origin = window.location.origin,
): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined
  return url?.origin === origin ? url.href : undefined
}
