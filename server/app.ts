import Fastify, { type FastifyInstance } from 'fastify'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { Failure } from '#contract/errors.ts'
import { IMPORT_MAX_BYTES } from '#contract/imports.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Courtesy } from './courtesy.ts'
import type { Deps } from './deps.ts'
import { offerDevClock } from './dev-clock.ts'
import { mountDevMailbox } from './http/dev-mailbox.ts'
import { mountDiscovery } from './http/discovery.ts'
import { replyFailure } from './http/failure-reply.ts'
import { hangUpOnClose } from './http/hang-up.ts'
import { type Mount, mounter, refuseRoutesWithoutRole } from './http/mount.ts'
import { bytesMounter } from './http/mount-bytes.ts'
import { csvMounter, type RecordExport } from './http/mount-csv.ts'
import { listMounter } from './http/mount-list.ts'
import { streamMounter } from './http/mount-stream.ts'
import { describeApi } from './http/openapi.ts'
import { mountPages } from './http/pages.ts'
import { mountProbes } from './http/probes.ts'
import { logRequests } from './http/request-log.ts'
import { baseHeaders, INERT_POLICY } from './http/security-headers.ts'
import { alertRoutes } from './modules/alerts/index.ts'
import { auditRoutes, recordExport } from './modules/audit/index.ts'
import { backofficeRoutes } from './modules/backoffice/index.ts'
import { catalogRoutes, shopDescription } from './modules/catalog/index.ts'
import { CHECKOUT_COOKIE, checkoutRoutes, placedBy } from './modules/checkout/index.ts'
import { customerOrderRoutes, deliveryRoutes } from './modules/deliveries/index.ts'
import { dispatchRoutes } from './modules/dispatch/index.ts'
import { fleetRoutes } from './modules/fleet/index.ts'
import { identityRoutes, staffCustomerRoutes } from './modules/identity/index.ts'
import { orderRoutes, payableOrders, staffOrderRoutes } from './modules/orders/index.ts'
import { paymentRoutes, sandboxRoutes } from './modules/payments/index.ts'
import { privacyRoutes } from './modules/privacy/index.ts'
import { payableDeliveries, renewalRoutes } from './modules/renewals/index.ts'
import {
  orderNeeding,
  staffSubscriptionRoutes,
  subscriptionRoutes,
} from './modules/subscriptions/index.ts'

/** N2: no answer of ours needs more than this to be asked for. */
const BODY_LIMIT = 100 * 1024
const WEBHOOK_BODY_LIMIT = 1024 * 1024

/** N1: how long a request may take to arrive, its headers and all of it, and how often we look. */
type Patience = { headersMs: number; requestMs: number; lookEveryMs: number }
const PATIENCE: Patience = { headersMs: 10_000, requestMs: 20_000, lookEveryMs: 5_000 }

/** The web server, with the explicit list of everything that it serves. */
export async function buildApp(deps: Deps, patience = PATIENCE): Promise<FastifyInstance> {
  const { config, log, clock, random, db, identify } = deps
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    // N1: a socket that says nothing, or says it too slowly, is let go.
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.lookEveryMs,
    },
    requestTimeout: patience.requestMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 15_000,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    genReqId: () => random.uuid(),
    // The longest is the token of a one-tap link, which holds what it does.
    routerOptions: { maxParamLength: 1000 },
    // An address that cannot be read comes by no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(inertHeaders(config.https))
      replyFailure(log)(error, request, reply)
    },
  })
  refuseRoutesWithoutRole(app)
  app.setErrorHandler(replyFailure(log))
  app.setNotFoundHandler((request, reply) =>
    replyFailure(log)(new Failure('not_found'), request, reply),
  )
  sendHeaders(app, config.https)
  logRequests(app, log, deps.metrics)
  noticePeople(app, deps.courtesies.people)

  const mountDeps = { identify, publicUrl: config.publicUrl, https: config.https }
  const mount = mounter(app, mountDeps)
  const streams = streamMounter(app)
  app.addHook('preClose', async () => streams.endAll())
  hangUpOnClose(app)
  // Node keeps an address that was asked for once; of a visitor who has hung up none can be had.
  app.server.on('connection', (socket) => void socket.remoteAddress)

  catalogRoutes(bytesMounter(app), deps.listing)
  const shopDeps = { ...deps, shop: config.shop, publicUrl: config.publicUrl }
  identityRoutes(mount, deps)
  checkoutRoutes(mount, shopDeps)
  customerOrderRoutes(mount, shopDeps)
  subscriptionRoutes(mount, shopDeps)
  privacyRoutes(mount, shopDeps)
  await app.register(async (scope) => {
    takeCsvFiles(scope)
    staffRoutes(mount, mounter(scope, mountDeps), deps)
  })
  if (deps.testPages) sandboxRoutes(mount, { limits: deps.limits, ...deps.testPages })
  orderRoutes(mount, streams.mountStream, {
    ...deps,
    placedBy: placedBy(db),
    checkoutCookie: CHECKOUT_COOKIE,
  })
  await app.register(async (scope) => {
    keepRawBodies(scope)
    paymentRoutes(mount, mounter(scope, mountDeps), {
      ...deps,
      findPayable: payableDeliveries(deps, payableOrders(db)),
      publicUrl: config.publicUrl,
      shop: config.shop,
    })
  })

  describeOnDemand(app, config.shop.name)
  mountProbes(app, deps)
  mountDiscovery(app, { shop: config.shop, publicUrl: config.publicUrl, clock })
  if (deps.mailbox) mountDevMailbox(app, deps.mailbox)
  offerDevClock(app, deps)
  const describeShop = shopDescription(config.shop, config.publicUrl, deps.listing)
  mountPages(app, { config, clock, random, describeShop, distFolder: deps.distFolder })
  return app
}

/** Whoever changes something waits for it; the provider's messages do not, and come by the thousand. */
function noticePeople(app: FastifyInstance, { serve }: Courtesy): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isPerson = request.method !== 'GET' && request.routeOptions.url !== apiPaths.webhook
    if (isPerson) reply.raw.once('close', serve())
    done()
  })
}

function describeOnDemand(app: FastifyInstance, shopName: string): void {
  let description: ReturnType<typeof describeApi> | undefined
  app.get(apiPaths.openapi, { config: { role: 'public' } }, () => {
    // Drawn when somebody asks, which is seldom: it is no part of a start.
    description ??= describeApi(shopName, allEndpoints)
    return description
  })
}

function staffRoutes(mount: Mount, mountUpload: Mount, deps: Deps): void {
  const { shop } = deps.config
  const record: RecordExport = (actor, exported) => recordExport(deps, actor, exported)
  const mountCsv = csvMounter(mount, { clock: deps.clock, timeZone: shop.timeZone, record })
  const mounts = {
    mount,
    mountList: listMounter(mount, deps.whileUnchanged, record),
    mountCsv,
    mountUpload,
  }
  staffCustomerRoutes(mounts, deps)
  staffOrderRoutes(mounts, { ...deps, shop, orderNeeding })
  deliveryRoutes(mount, deps)
  fleetRoutes(mounts, deps)
  dispatchRoutes(mounts, { ...deps, shop })
  auditRoutes(mounts, deps)
  alertRoutes(mount, deps)
  backofficeRoutes(mount, { ...deps, shop })
  const subscriptionDeps = { ...deps, shop, publicUrl: deps.config.publicUrl }
  staffSubscriptionRoutes(mounts, subscriptionDeps)
  renewalRoutes(mount, subscriptionDeps)
}

const inertHeaders = (https: boolean) => ({
  ...baseHeaders(https),
  'content-security-policy': INERT_POLICY,
})

function sendHeaders(app: FastifyInstance, https: boolean): void {
  const everywhere = inertHeaders(https)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere).header('x-request-id', request.id)
    // By the route as well: '/%61pi' is the same address to the router.
    const { url: route = '' } = request.routeOptions
    if (request.url.startsWith('/api') || route.startsWith('/api')) {
      reply.header('cache-control', 'no-store')
    }
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

function takeCsvFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: IMPORT_MAX_BYTES },
    (_request, body, done) => done(null, body),
  )
  scope.addContentTypeParser('*', (_request, _body, done) =>
    done(new Failure('unsupported', 'Please send a CSV file.')),
  )
}
