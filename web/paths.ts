import { pageRoutes } from '#contract/pages.ts'
import { fillPath } from '#contract/paths.ts'

/** Every URL of the product, as a function. */
export const paths = {
  home: () => pageRoutes.home,
  checkout: () => pageRoutes.checkout,
  confirmation: (orderId: string) =>
    `${pageRoutes.confirmation}?orderId=${encodeURIComponent(orderId)}`,
  pay: (orderId: string) => fillPath(pageRoutes.pay, { orderId }),
  privacy: () => pageRoutes.privacy,
  terms: () => pageRoutes.terms,
  customerLogin: () => '/customer/login',
}

/** Pages with a card form have a content policy of their own, so they begin and end as documents. */
export function hasCardForm(path: string): boolean {
  return /^\/(checkout|pay\/[^/]+)(\?|#|$)/.test(path)
}

/** What a page hands to home in the history state, to be tracked there while the URL stays '/'. */
export type HomeState = { trackedOrderId?: string }
