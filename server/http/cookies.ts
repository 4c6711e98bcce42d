export type CookieOptions = { maxAgeSeconds: number }

export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return cookies
}

/** With https, the __Host- prefix prevents a sibling domain from setting our cookies. */
export function cookieName(name: string, https: boolean): string {
  return https ? `__Host-${name}` : name
}

/** Values are tokens in base64url, which need no escaping. */
export function serializeCookie(
  name: string,
  value: string,
  { maxAgeSeconds }: CookieOptions,
  https: boolean,
): string {
  const secure = https ? '; Secure' : ''
  return `${cookieName(name, https)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}
