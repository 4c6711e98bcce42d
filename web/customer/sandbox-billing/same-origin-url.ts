/** The address if it is one of this site: nobody is sent elsewhere by a link made up for them. */
export function sameOriginUrl(
  address: string | null | undefined,
  origin = window.location.origin,
): string | undefined {
  if (!address) return undefined
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined
  return url?.origin === origin ? url.href : undefined
}
