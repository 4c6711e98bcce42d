import type { FastifyInstance } from 'fastify'
import { pageRoutes } from '#contract/pages.ts'
import type { Shop } from '#contract/shop.ts'

const indexed = [pageRoutes.home, pageRoutes.privacy, pageRoutes.terms]

/** What search engines and home screens ask for. */
export function mountDiscovery(app: FastifyInstance, shop: Shop, publicUrl: string): void {
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    `Disallow: ${pageRoutes.checkout}`,
    `Disallow: ${pageRoutes.confirmation}`,
    'Disallow: /pay/',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const urls = indexed.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('')
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`

  const open = { config: { role: 'public' } } as const
  app.get('/robots.txt', open, (_, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  app.get('/manifest.webmanifest', open, (_, reply) =>
    reply.type('application/manifest+json').send(JSON.stringify(manifestOf(shop))),
  )
  app.get('/sitemap.xml', open, (_, reply) => reply.type('application/xml').send(sitemap))
}

function manifestOf({ name }: Shop) {
  return {
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#0b63ce',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  }
}
