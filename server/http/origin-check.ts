import { Failure } from '#contract/errors.ts'

type Headers = { 'sec-fetch-site'?: string; origin?: string; host?: string }

/**
 * B3: a write must come from our own pages. Browsers say so in Sec-Fetch-Site, older ones in Origin;
 * a caller that sends neither is no browser and carries no cookie that it did not choose to send.
 */
export function refuseCrossSite(headers: Headers, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  const { origin } = headers
  if (origin !== undefined) {
    if (origin === publicUrl || hostOf(origin) === headers.host) return
  } else if (site === undefined) {
    return
  }
  throw new Failure('cross_site')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
