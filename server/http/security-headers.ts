import type { PaymentsConfig } from '#server/payments-config.ts'

/** Sent with every answer. */
export function baseHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

const STRIPE_SCRIPT = 'https://js.stripe.com'

/**
 * B1: no inline script anywhere. Stripe's hosts stand only in the policy of pages with a card form,
 * and only where Stripe takes the cards.
 */
export function contentPolicy(nonce: string, cards: 'none' | PaymentsConfig['provider']): string {
  const stripe = cards === 'stripe'
  return [
    `default-src 'none'`,
    `script-src 'self'${stripe ? ` ${STRIPE_SCRIPT}` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}`,
    ...(stripe ? [`frame-src ${STRIPE_SCRIPT} https://hooks.stripe.com`] : []),
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** For answers that are no page: nothing in them may run, load or be framed. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'"
