import type { PaymentsConfig } from '#server/config/payments-config.ts'

/** The card provider whose form is on a page. */
export type PageCards = 'none' | PaymentsConfig['provider']

/** Headers of every response. */
export function baseHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy('none'),
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** The hosts of Stripe's security guide (docs.stripe.com/security/guide, content security policy). */
const stripeHosts = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
}

/**
 * B1: no inline scripts. Stripe's hosts are allowed only on pages with Stripe's card form. Without a
 * nonce it is the policy of the driver's app, which has a service worker.
 */
export function contentPolicy(nonce: string | null, cards: PageCards): string {
  const stripe = cards === 'stripe'
  return [
    `default-src 'none'`,
    `script-src 'self'${stripe ? ` ${stripeHosts.script}` : ''}`,
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'${stripe ? ` ${stripeHosts.connect}` : ''}`,
    ...(stripe ? [`frame-src ${stripeHosts.frame}`] : []),
    // The proof-of-work that a browser computes while stolen cards are being tested.
    ...(cards === 'none' && nonce ? [] : [`worker-src 'self'`]),
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** Only names that every current browser supports; unknown names cause console warnings. */
const optionalFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]

type UsedFeature = 'geolocation'

/** Turns off features that the page does not use, for embedded frames as well. */
export function permissionsPolicy(cards: PageCards, used: readonly UsedFeature[] = []): string {
  const frames = stripeHosts.frame.split(' ').map((host) => `"${host}"`)
  const payment = { none: '', sandbox: 'self', stripe: ['self', ...frames].join(' ') }[cards]
  const features = optionalFeatures.map(
    (name) => `${name}=(${used.some((feature) => feature === name) ? 'self' : ''})`,
  )
  return [...features, `payment=(${payment})`].join(', ')
}

/** For responses that are not pages: nothing in them may run, load or be framed. */
export const NON_PAGE_CSP = "default-src 'none'; frame-ancestors 'none'"
