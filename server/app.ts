import Fastify, { type FastifyInstance } from 'fastify'
import { listProducts } from '#contract/catalog.ts'
import { createPaymentIntent, placeOrder } from '#contract/checkout.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Failure } from '#contract/errors.ts'
import { orderEvents, readOrder } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  authenticateInSandbox,
  confirmInSandbox,
  payOrder,
  receiveWebhook,
} from '#contract/payments.ts'
import type { Deps } from './deps.ts'
import { mountDevMailbox } from './http/dev-mailbox.ts'
import { mountDiscovery } from './http/discovery.ts'
import { replyFailure } from './http/failure-reply.ts'
import { mounter, refuseRoutesWithoutRole } from './http/mount.ts'
import { bytesMounter } from './http/mount-bytes.ts'
import { streamMounter } from './http/mount-stream.ts'
import { describeApi } from './http/openapi.ts'
import { mountPages } from './http/pages.ts'
import { mountProbes } from './http/probes.ts'
import { logRequests } from './http/request-log.ts'
import { baseHeaders, INERT_POLICY } from './http/security-headers.ts'
import { catalogRoutes, shopDescription } from './modules/catalog/index.ts'
import { CHECKOUT_COOKIE, checkoutRoutes, placedBy } from './modules/checkout/index.ts'
import { orderRoutes, payableOrders } from './modules/orders/index.ts'
import { paymentRoutes } from './modules/payments/index.ts'

/** N2: no answer of ours needs more than this to be asked for. */
const BODY_LIMIT = 100 * 1024
const WEBHOOK_BODY_LIMIT = 1024 * 1024

/** Every call of the product, as the OpenAPI document shows them. */
export const endpoints: readonly Endpoint[] = [
  listProducts,
  createPaymentIntent,
  placeOrder,
  readOrder,
  orderEvents,
  payOrder,
  receiveWebhook,
  confirmInSandbox,
  authenticateInSandbox,
]

/** The web server, with the explicit list of everything that it serves. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, log, clock, random, db, identify } = deps
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    // N1: a socket that says nothing, or says it too slowly, is let go.
    requestTimeout: 20_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 15_000,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    genReqId: () => random.token(9),
    routerOptions: { maxParamLength: 120 },
  })
  refuseRoutesWithoutRole(app)
  app.setErrorHandler(replyFailure(log))
  app.setNotFoundHandler((request, reply) =>
    replyFailure(log)(new Failure('not_found'), request, reply),
  )
  sendHeaders(app, config.https)
  logRequests(app, log, deps.metrics)

  const mountDeps = { identify, publicUrl: config.publicUrl, https: config.https }
  const mount = mounter(app, mountDeps)
  const streams = streamMounter(app)
  app.addHook('preClose', async () => streams.endAll())

  catalogRoutes(bytesMounter(app), deps.listing)
  checkoutRoutes(mount, { ...deps, shop: config.shop })
  orderRoutes(mount, streams.mountStream, {
    ...deps,
    placedBy: placedBy(db),
    checkoutCookie: CHECKOUT_COOKIE,
  })
  await app.register(async (scope) => {
    keepRawBodies(scope)
    paymentRoutes(mount, mounter(scope, mountDeps), { ...deps, findPayable: payableOrders(db) })
  })

  const description = describeApi(config.shop.name, endpoints)
  app.get(apiPaths.openapi, { config: { role: 'public' } }, () => description)
  mountProbes(app, deps)
  mountDiscovery(app, config.publicUrl)
  if (deps.mailbox) mountDevMailbox(app, deps.mailbox)
  const describeShop = shopDescription(config.shop, config.publicUrl, deps.listing)
  mountPages(app, { config, clock, random, describeShop, distFolder: deps.distFolder })
  return app
}

function sendHeaders(app: FastifyInstance, https: boolean): void {
  const everywhere = { ...baseHeaders(https), 'content-security-policy': INERT_POLICY }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere).header('x-request-id', request.id)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    done()
  })
}

/** A signature is made over bytes; parsing and printing JSON again would give others. */
function keepRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: WEBHOOK_BODY_LIMIT },
    (_request, body, done) => done(null, body),
  )
}
