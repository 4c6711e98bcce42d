import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Shop } from '#contract/shop.ts'
import { contentPolicy, permissionsPolicy } from '../security-headers.ts'

/** The app has its own pages and files: nothing of it is in the shop, whose router has no route for it. */
const DRIVER_PAGES = ['/driver', '/driver/sign-in']

type DriverPagesDeps = { clientDir: string; shop: Shop }

/**
 * The page is the same for everyone and has no nonce, because phones store it with these headers and
 * open it without a network.
 */
export function mountDriverPages(app: FastifyInstance, { clientDir, shop }: DriverPagesDeps): void {
  const page = readFileSync(join(clientDir, 'driver.html'))
  const worker = readFileSync(join(clientDir, 'driver-worker.js'))
  const publicRoute = { config: { role: 'public' } } as const
  const pageHeaders = {
    'content-security-policy': contentPolicy(null, 'none'),
    'permissions-policy': permissionsPolicy('none', ['geolocation']),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-type': 'text/html; charset=utf-8',
  }
  for (const path of DRIVER_PAGES) {
    app.get(path, publicRoute, (request, reply) => send(request, reply, page, pageHeaders))
  }
  // The script is at the root, so that its scope may be /driver. It fetches the files of the app.
  app.get('/driver-worker.js', publicRoute, (request, reply) =>
    send(request, reply, worker, {
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      'content-type': 'text/javascript; charset=utf-8',
    }),
  )
  app.get('/driver.webmanifest', publicRoute, (_, reply) =>
    reply.type('application/manifest+json').send(JSON.stringify(driverManifest(shop))),
  )
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  headers: Record<string, string>,
) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.headers(headers).header('cache-control', 'no-cache').header('etag', etag)
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
}

function driverManifest({ name }: Shop) {
  return {
    id: '/driver',
    name: `${name} driver`,
    short_name: 'Driver',
    start_url: '/driver',
    scope: '/driver',
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#ffffff',
    theme_color: '#0b63ce',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  }
}
