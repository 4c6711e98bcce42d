import { pageToken } from '#contract/page-tokens.ts'
import { pageRoutes } from '#contract/pages.ts'
import { readTitle } from '#web/routes.tsx'
import { heroImage } from '#web/storefront/home/hero-image.ts'

export type PrerenderedPage = {
  /** File name in dist/client. */
  file: string
  path: string
  /** The page's source file; the build uses it to find the chunk. */
  source: string
  description: string
  isIndexed: boolean
}

const shopName = pageToken('shop.name')

export const pages: readonly PrerenderedPage[] = [
  {
    file: 'index.html',
    path: pageRoutes.home,
    source: 'storefront/home/home-page.tsx',
    description: `${shopName} delivers pure spring, purified and alkaline water in 3- and 5-gallon bottles to your door. Free delivery, no contracts, 15% off recurring orders.`,
    isIndexed: true,
  },
  {
    file: 'privacy-policy.html',
    path: pageRoutes.privacy,
    source: 'storefront/legal/privacy-page.tsx',
    description: `What information ${shopName} collects, how we use it, and your choices.`,
    isIndexed: true,
  },
  {
    file: 'terms-of-service.html',
    path: pageRoutes.terms,
    source: 'storefront/legal/terms-page.tsx',
    description: `${shopName}'s terms for orders, subscriptions, delivery and refunds.`,
    isIndexed: true,
  },
  {
    file: 'not-found.html',
    path: '/404',
    source: 'storefront/not-found/not-found-page.tsx',
    description: "We couldn't find this page.",
    isIndexed: false,
  },
]

export async function pageHead(page: PrerenderedPage): Promise<string> {
  const title = await readTitle(page.path)
  const url = `${pageToken('publicUrl')}${page.path}`
  const image = `${pageToken('publicUrl')}/images/og.jpg`
  const isHome = page.path === pageRoutes.home
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${page.description}" />`,
    ...(page.isIndexed
      ? [
          `<link rel="canonical" href="${url}" />`,
          `<meta property="og:type" content="website" />`,
          `<meta property="og:site_name" content="${shopName}" />`,
          `<meta property="og:title" content="${title}" />`,
          `<meta property="og:description" content="${page.description}" />`,
          `<meta property="og:url" content="${url}" />`,
          `<meta property="og:image" content="${image}" />`,
          `<meta name="twitter:card" content="summary_large_image" />`,
        ]
      : [`<meta name="robots" content="noindex" />`]),
    ...(isHome ? homeHead : []),
  ].join('\n    ')
}

/** Preloads the hero image, so that it does not wait for styles. */
const homeHead = [
  `<link rel="preload" as="image" type="image/avif" imagesrcset="${heroImage.avif}" imagesizes="${heroImage.sizes}" fetchpriority="high" />`,
  `<script type="application/ld+json">${pageToken('jsonLd')}</script>`,
]

/** For pages that are not prerendered; each sets its own title in the browser. */
export const shellHead = `<title>${shopName}</title>\n    <meta name="robots" content="noindex" />`
