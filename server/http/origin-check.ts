import { Failure } from '#contract/errors.ts'

type Headers = { 'sec-fetch-site'?: string; origin?: string; host?: string }

/**
 * B3: rejects writes from other sites. Browsers send Sec-Fetch-Site, older ones Origin. A client that
 * sends neither is not a browser, so no foreign page can make it send cookies.
 */
export function rejectCrossSite(headers: Headers, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  const { origin } = headers
  if (origin !== undefined) {
    if (origin === publicUrl || getHost(origin) === headers.host) return
  } else if (site === undefined) {
    return
  }
  throw new Failure('cross_site')
}

function getHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
