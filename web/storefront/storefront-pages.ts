import type { PageName } from '#contract/pages.ts'
import type { PageSource } from '../page-source.ts'

type Elsewhere = 'home' | `admin${string}` | `customer${string}` | `sandbox${string}`
type StorefrontPage = Exclude<PageName, Elsewhere> | 'notFound'

/** Pages of the shop. The table has its own file so that the home page does not load it. */
export const storefrontPages = {
  privacy: {
    title: 'Privacy Policy',
    load: () => import('./legal/privacy-page.tsx'),
  },
  terms: {
    title: 'Terms of Service',
    load: () => import('./legal/terms-page.tsx'),
  },
  notFound: {
    title: 'Page not found',
    load: () => import('./not-found/not-found-page.tsx'),
  },
  checkout: {
    title: 'Checkout',
    load: () => import('./checkout/checkout-page.tsx'),
  },
  confirmation: {
    title: 'Your order',
    load: () => import('./confirmation/confirmation-page.tsx'),
  },
  pay: {
    title: 'Pay for your order',
    load: () => import('./pay/pay-page.tsx'),
  },
  priceChange: {
    title: 'Price change',
    load: () => import('./price-change/price-change-page.tsx'),
  },
  agreement: {
    title: 'Your subscription',
    load: () => import('./agreement/agreement-page.tsx'),
  },
  oneTap: {
    title: 'Your delivery',
    load: () => import('./one-tap/one-tap-page.tsx'),
  },
} as const satisfies Record<StorefrontPage, PageSource>

/** A part of home, listed here because the files that it needs are many. */
export const loadTrackedOrderPanel = () => import('./home/tracked-order-panel.tsx')
