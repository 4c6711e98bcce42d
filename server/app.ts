import Fastify, { type FastifyInstance } from 'fastify'
import { Failure } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Deps } from './deps.ts'
import { mountClockControls } from './dev-clock.ts'
import { acceptCsvUploads } from './http/csv-uploads.ts'
import { mountDevMailbox } from './http/dev-mailbox.ts'
import { mountDiscovery } from './http/discovery.ts'
import { replyFailure } from './http/failure-reply.ts'
import { closeConnectionsOnShutdown } from './http/graceful-shutdown.ts'
import { assertRoutesHaveRole, createMount, type Mount } from './http/mount/mount.ts'
import { createCachedMount } from './http/mount/mount-cached.ts'
import { createCsvMount, type RecordExport } from './http/mount/mount-csv.ts'
import { createListMount } from './http/mount/mount-list.ts'
import { createStreamMount, type Streams } from './http/mount/mount-stream.ts'
import { mountOpenapi } from './http/openapi.ts'
import { mountPages } from './http/pages.ts'
import { mountProbes } from './http/probes.ts'
import { acceptImageUploads, mountProductImages } from './http/product-images.ts'
import { logRequests } from './http/request-log.ts'
import { baseHeaders, NON_PAGE_CSP } from './http/security-headers.ts'
import { alertRoutes } from './modules/alerts/index.ts'
import { auditRoutes, recordExport } from './modules/audit/index.ts'
import {
  backofficeRoutes,
  bookRoutes,
  orderAttentionFiltersAt,
  phoneOrderRoutes,
} from './modules/backoffice/index.ts'
import { casePhotoRoutes, caseRoutes, staffCaseRoutes } from './modules/cases/index.ts'
import {
  catalogRoutes,
  IMAGE_ROUTE,
  productImageRoutes,
  readImage,
  staffProductRoutes,
  structuredData,
} from './modules/catalog/index.ts'
import { CHECKOUT_COOKIE, checkoutRoutes, hasPlacedOrder } from './modules/checkout/index.ts'
import { creditRoutes } from './modules/credit/index.ts'
import {
  countOpenDeliveries,
  customerOrderRoutes,
  deliveryRoutes,
} from './modules/deliveries/index.ts'
import { depositRoutes } from './modules/deposits/index.ts'
import { dispatchRoutes } from './modules/dispatch/index.ts'
import { driverPhotoRoutes, drivingRoutes, receiptRoutes } from './modules/driving/index.ts'
import { fleetRoutes } from './modules/fleet/index.ts'
import {
  identityRoutes,
  staffAccountRoutes,
  staffCustomerRoutes,
  twoStepRoutes,
} from './modules/identity/index.ts'
import { importRoutes } from './modules/imports/index.ts'
import {
  orderRoutes,
  payableOrders,
  staffOrderRoutes,
  statementRoutes,
} from './modules/orders/index.ts'
import { paymentRoutes, sandboxRoutes } from './modules/payments/index.ts'
import { privacyRoutes } from './modules/privacy/index.ts'
import { payableDeliveries, renewalRoutes } from './modules/renewals/index.ts'
import {
  countSubscribers,
  priceChangeRoutes,
  staffSubscriptionRoutes,
  subscriptionRoutes,
} from './modules/subscriptions/index.ts'
import { staffTaxRoutes } from './modules/tax/index.ts'
import { staffZoneRoutes } from './modules/zones/index.ts'
import { ownerRoutes } from './recovery/owner-routes.ts'
import { createSetupState } from './setup-state.ts'
import type { WorkloadGate } from './workload-gate.ts'

/** N2: endpoints that need more have a limit of their own. */
const BODY_LIMIT = 100 * 1024
const WEBHOOK_BODY_LIMIT = 1024 * 1024

/** N1: time limits for receiving the headers and the entire request, and the check interval. */
const REQUEST_TIMEOUTS = { headersMs: 10_000, requestMs: 20_000, checkIntervalMs: 5_000 }

/** The web server, with the explicit list of everything that it serves. */
export async function buildApp(deps: Deps, timeouts = REQUEST_TIMEOUTS): Promise<FastifyInstance> {
  const { config, log, random, db } = deps
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    // N1: idle and slow connections are closed.
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkIntervalMs,
    },
    requestTimeout: timeouts.requestMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 15_000,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    genReqId: () => random.uuid(),
    // The longest parameter is the token of a one-tap link, which contains its action.
    routerOptions: { maxParamLength: 1000 },
    // No hook runs for a URL that cannot be parsed.
    frameworkErrors: (error, request, reply) => {
      reply.headers(nonPageHeaders(config.https))
      replyFailure(log)(error, request, reply)
    },
  })
  assertRoutesHaveRole(app)
  app.setErrorHandler(replyFailure(log))
  app.setNotFoundHandler((request, reply) =>
    replyFailure(log)(new Failure('not_found'), request, reply),
  )
  sendHeaders(app, config.https)
  logRequests(app, log, deps.metrics)
  trackActiveRequests(app, deps.workloadGates.requests)

  const mountDeps = { ...deps, https: config.https }
  const mount = createMount(app, mountDeps)
  const streams = createStreamMount(app, mountDeps)
  app.addHook('preClose', async () => streams.endAll())
  closeConnectionsOnShutdown(app)
  // Node caches an IP address that was read once; after a disconnect it is no longer available.
  app.server.on('connection', (socket) => void socket.remoteAddress)

  catalogRoutes(createCachedMount(app), deps.productList)
  identityRoutes(mount, deps)
  checkoutRoutes(mount, deps)
  customerRoutes(mount, deps)
  await app.register(async (scope) => {
    acceptCsvUploads(scope)
    staffRoutes(mount, createMount(scope, mountDeps), streams, deps)
  })
  if (deps.testPages) sandboxRoutes(mount, { limits: deps.limits, ...deps.testPages })
  const placed = { hasPlacedOrder: hasPlacedOrder(db), checkoutCookie: CHECKOUT_COOKIE }
  orderRoutes(mount, streams.mountStream, { ...deps, ...placed })
  receiptRoutes(mount, { ...deps, ...placed })
  await app.register(async (scope) => {
    acceptRawBodies(scope)
    paymentRoutes(mount, createMount(scope, mountDeps), {
      ...deps,
      findPayable: payableDeliveries(deps, payableOrders(db)),
    })
  })

  await app.register(async (scope) => mountImages(scope, createMount(scope, mountDeps), deps))
  mountOpenapi(app, deps.shop)
  mountProbes(app, deps)
  mountDiscovery(app, deps)
  if (deps.mailbox) mountDevMailbox(app, deps.mailbox)
  mountClockControls(app, deps)
  const describeShop = structuredData(deps.shop, deps.publicUrl, deps.productList)
  mountPages(app, { ...deps, describeShop })
  return app
}

function customerRoutes(mount: Mount, deps: Deps): void {
  customerOrderRoutes(mount, deps)
  subscriptionRoutes(mount, deps)
  priceChangeRoutes(mount, deps)
  creditRoutes(mount, deps)
  caseRoutes(mount, deps)
  privacyRoutes(mount, deps)
}

/** Uploaded images: how they are sent, and how the shop serves those of products. */
function mountImages(scope: FastifyInstance, mountUpload: Mount, deps: Deps): void {
  acceptImageUploads(scope)
  productImageRoutes(mountUpload, { ...deps, countSubscribers })
  casePhotoRoutes(mountUpload, deps)
  driverPhotoRoutes(mountUpload, deps)
  mountProductImages(scope, IMAGE_ROUTE, (file) => readImage(deps.db, file))
}

/** Users wait for their writes. The provider's webhooks do not wait, and arrive by the thousand. */
function trackActiveRequests(app: FastifyInstance, { start }: WorkloadGate): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isUserWrite = request.method !== 'GET' && request.routeOptions.url !== apiPaths.webhook
    if (isUserWrite) reply.raw.once('close', start())
    done()
  })
}

function staffRoutes(mount: Mount, mountUpload: Mount, streams: Streams, deps: Deps): void {
  const record: RecordExport = (actor, exported) => recordExport(deps, actor, exported)
  const mounts = {
    mount,
    mountList: createListMount(mount, deps.cacheUntilCommit, record),
    mountCsv: createCsvMount(mount, { ...deps, record }),
    mountUpload,
    mountStream: streams.mountStream,
  }
  staffCustomerRoutes(mounts, deps)
  staffAccountRoutes(mount, deps)
  twoStepRoutes(mount, deps)
  staffOrderRoutes(mounts, { ...deps, orderAttentionFiltersAt })
  deliveryRoutes(mount, deps)
  fleetRoutes(mounts, deps)
  staffZoneRoutes(mount, { ...deps, countOpenDeliveries })
  staffProductRoutes(mount, { ...deps, countSubscribers })
  dispatchRoutes(mounts, deps)
  drivingRoutes(mounts, deps)
  auditRoutes(mounts, deps)
  alertRoutes(mount, deps)
  backofficeRoutes(mount, { ...deps, setup: createSetupState(deps) })
  phoneOrderRoutes(mount, deps)
  bookRoutes(mounts, deps)
  staffSubscriptionRoutes(mounts, deps)
  renewalRoutes(mount, deps)
  ownerRoutes(mount, deps)
  staffTaxRoutes(mounts, deps)
  depositRoutes(mount, deps)
  statementRoutes(mount, deps)
  importRoutes(mounts, deps)
  staffCaseRoutes(mounts, deps)
}

const nonPageHeaders = (https: boolean) => ({
  ...baseHeaders(https),
  'content-security-policy': NON_PAGE_CSP,
})

function sendHeaders(app: FastifyInstance, https: boolean): void {
  const headers = nonPageHeaders(https)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    // The route is checked as well: '/%61pi' is the same path to the router.
    if (request.url.startsWith('/api') || request.routeOptions.url?.startsWith('/api')) {
      reply.header('cache-control', 'no-store')
    }
    done()
  })
}

/** Keeps the raw bytes for the signature check; parsed and reserialized JSON would differ. */
function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: WEBHOOK_BODY_LIMIT },
    (_request, body, done) => done(null, body),
  )
}
