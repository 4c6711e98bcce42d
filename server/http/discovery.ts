import type { FastifyInstance } from 'fastify'
import { pageRoutes } from '#contract/pages.ts'

const indexed = [pageRoutes.home, pageRoutes.privacy, pageRoutes.terms]

/** What search engines ask for. */
export function mountDiscovery(app: FastifyInstance, publicUrl: string): void {
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
  app.get('/sitemap.xml', open, (_, reply) => reply.type('application/xml').send(sitemap))
}
