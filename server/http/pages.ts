import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { type PageName, pageRoutes } from '#contract/pages.ts'
import type { PageData, Shop } from '#contract/shop.ts'
import type { Config } from '#server/config/config.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { type Asset, loadAssets, pickEncoding } from './assets.ts'
import { mountDriverPages } from './driver/driver-pages.ts'
import { compilePage, type PageTemplate } from './page-template.ts'
import { contentPolicy, type PageCards, permissionsPolicy } from './security-headers.ts'

type PagesDeps = {
  config: Config
  shop: Shop
  clock: Clock
  random: Random
  /** Current JSON-LD of the shop and its products. */
  describeShop: () => Promise<unknown>
  distFolder: string
}

const compress = promisify(gzip)

/** The prerendered pages. Other pages use an empty shell, and staff pages one with their theme. */
const files: Partial<Record<PageName, string>> = {
  home: 'index.html',
  privacy: 'privacy-policy.html',
  terms: 'terms-of-service.html',
}
const pageFile = (name: PageName) =>
  files[name] ?? (name.startsWith('admin') ? 'staff.html' : 'app.html')

const pagesWithCards = new Set<PageName>(['checkout', 'pay', 'agreement'])
const pagesWithoutReferrer = new Set<PageName>([
  'confirmation',
  'pay',
  'oneTap',
  'agreement',
  'customerVerify',
  'adminSetPassword',
  'sandboxBilling',
])
/** Search engines may index public content only. */
const pagesToIndex = new Set<PageName>(['home', 'privacy', 'terms'])

export function mountPages(app: FastifyInstance, deps: PagesDeps): void {
  const clientDir = join(deps.distFolder, 'client')
  const assets = loadAssets(clientDir)
  const compiled = new Map<string, PageTemplate>()
  const template = (file: string) => {
    const cached = compiled.get(file)
    if (cached) return cached
    const html = readFileSync(join(clientDir, file), 'utf8')
    const page = compilePage(html, deps.config.publicUrl)
    compiled.set(file, page)
    return page
  }

  for (const [name, path] of Object.entries(pageRoutes) as [PageName, string][]) {
    const page = template(pageFile(name))
    app.get(path, { config: { role: 'public' } }, (request, reply) => {
      if (pagesWithoutReferrer.has(name)) reply.header('referrer-policy', 'no-referrer')
      if (!pagesToIndex.has(name)) reply.header('x-robots-tag', 'noindex')
      const cards = pagesWithCards.has(name) ? deps.config.payments.provider : 'none'
      return sendPage(page, request, reply, deps, cards)
    })
  }

  mountDriverPages(app, { clientDir, shop: deps.shop })
  const notFoundPage = template('not-found.html')
  app.get('/*', { config: { role: 'public' } }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const asset = assets.get(path)
    if (asset) return sendAsset(asset, request, reply)
    // API clients expect JSON, for unknown paths too.
    if (path === '/api' || path.startsWith('/api/')) throw new Failure('not_found')
    return sendPage(notFoundPage, request, reply.code(404), deps, 'none')
  })
}

async function sendPage(
  page: PageTemplate,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PagesDeps,
  cards: PageCards,
) {
  const nonce = deps.random.token(16)
  const html = page({
    nonce,
    pageData: buildPageData(deps, request),
    jsonLd: await deps.describeShop(),
  })
  reply
    .header('content-security-policy', contentPolicy(nonce, cards))
    .header('permissions-policy', permissionsPolicy(cards))
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(await compress(html, { level: 5 }))
}

/** The cookie of the customer portal, or the earlier one of both portals. */
const SESSION_COOKIE = /(?:^|;\s*)(?:customer_)?session=[^;\s]/

function buildPageData({ config, clock, shop }: PagesDeps, request: FastifyRequest): PageData {
  const { payments } = config
  return {
    shop,
    today: shopDate(shop.calendar, clock.now()),
    cards:
      payments.provider === 'stripe'
        ? { provider: 'stripe', publishableKey: payments.publishableKey }
        : { provider: 'sandbox' },
    isTestMode: payments.provider === 'stripe' ? payments.isStaging : config.production,
    hasSession: SESSION_COOKIE.test(request.headers.cookie ?? ''),
  }
}

function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply) {
  const cacheControl = asset.isHashed
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600'
  reply.header('cache-control', cacheControl).header('etag', asset.etag).type(asset.type)
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()

  if (!asset.br) return reply.send(asset.plain)
  reply.header('vary', 'accept-encoding')
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const compressed = encoding && asset[encoding]
  if (!compressed) return reply.send(brotliDecompressSync(asset.br))
  return reply.header('content-encoding', encoding).send(compressed)
}
