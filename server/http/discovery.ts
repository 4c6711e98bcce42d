import type { FastifyInstance } from 'fastify'
import { pageRoutes } from '#contract/pages.ts'
import type { Shop } from '#contract/shop.ts'
import type { Clock } from '#server/runtime.ts'

const indexed = [pageRoutes.home, pageRoutes.privacy, pageRoutes.terms]

/** RFC 9116 recommends less than a year; half a year leaves time for cached copies. */
const SECURITY_CONTACT_DAYS = 180

type DiscoveryDeps = { shop: Shop; publicUrl: string; clock: Clock }

/** Serves the files that search engines, home screens and security researchers request. */
export function mountDiscovery(
  app: FastifyInstance,
  { shop, publicUrl, clock }: DiscoveryDeps,
): void {
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    `Disallow: ${pageRoutes.checkout}`,
    `Disallow: ${pageRoutes.confirmation}`,
    'Disallow: /pay/',
    'Disallow: /agree/',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const urls = indexed.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('')
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`

  const publicRoute = { config: { role: 'public' } } as const
  app.get('/robots.txt', publicRoute, (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots),
  )
  app.get('/manifest.webmanifest', publicRoute, (_, reply) =>
    reply.type('application/manifest+json').send(JSON.stringify(webManifest(shop))),
  )
  app.get('/sitemap.xml', publicRoute, (_, reply) => reply.type('application/xml').send(sitemap))
  app.get('/.well-known/security.txt', publicRoute, (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(securityContact(shop.email, publicUrl, clock.now())),
  )
  app.get(SECURITY_POLICY, publicRoute, (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityPolicy(shop)),
  )
}

const SECURITY_POLICY = '/.well-known/security-policy.txt'

function securityContact(email: string, publicUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_CONTACT_DAYS * 86_400_000)
  return [
    `Contact: mailto:${email}`,
    `Expires: ${expires.toISOString()}`,
    `Policy: ${publicUrl}${SECURITY_POLICY}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    'Preferred-Languages: en',
    '',
  ].join('\n')
}

function securityPolicy({ name, email }: Shop): string {
  return `${name}: how to report a security issue

Email ${email} with your findings and the steps to reproduce them. Please give us time to fix
the issue before you publish it. We’ll keep you up to date.

Use your own account and test data only. Do not read, change or delete the data of others,
do not slow the shop down, and do not place orders that you do not want delivered.
We take no legal action against anyone who follows these rules.
`
}

function webManifest({ name }: Shop) {
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
