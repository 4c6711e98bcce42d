import { Readable } from 'node:stream'
import * as contract from '#contract/driver/endpoints.ts'
import * as reviews from '#contract/driver/reviews.ts'
import { Failure } from '#contract/errors.ts'
import * as tracking from '#contract/tracking/tracking.ts'
import { type Mount, NotModified } from '#server/http/mount/mount.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import type { DrivingDeps } from './deps.ts'
import { createSignInLink } from './devices/create-link.ts'
import { DRIVER_COOKIE, DRIVER_COOKIE_SECONDS } from './devices/driver-session.ts'
import { endDevice, listDevices } from './devices/list-devices.ts'
import { signIn, signInAgain, signOut } from './devices/sign-in.ts'
import { createEventQueue } from './events/at-once/event-queue.ts'
import { receiveEvents } from './events/receive-events.ts'
import { readPhoto } from './photos/read-photo.ts'
import { storePhoto } from './photos/store-photo.ts'
import { decideReview } from './reviews/decide-review.ts'
import { listReviews } from './reviews/list-reviews.ts'
import { loadRoute } from './route/load-route.ts'
import { chooseNearEmail, readNearEmails, setNearEmails } from './tracking/near-email-choice.ts'

export function drivingRoutes({ mount }: StaffRouter, deps: DrivingDeps): void {
  staffRoutes(mount, deps)
  trackingRoutes(mount, deps)
  mount(contract.driverSignIn, async ({ body, ip, header, setCookie }) => {
    const browser = header('user-agent') ?? ''
    const { session, device } = await signIn(deps, { token: body.token, browser, ip })
    setCookie(DRIVER_COOKIE, session, { maxAgeSeconds: DRIVER_COOKIE_SECONDS })
    return device
  })
  mount(contract.driverSignInAgain, async ({ ip, header, cookie, setCookie }) => {
    const browser = header('user-agent') ?? ''
    const login = await signInAgain(deps, { session: cookie(DRIVER_COOKIE), browser, ip })
    if (!login) return { device: null }
    setCookie(DRIVER_COOKIE, login.session, { maxAgeSeconds: DRIVER_COOKIE_SECONDS })
    return { device: login.device }
  })
  mount(contract.driverSignOut, async ({ cookie, setCookie }) => {
    await signOut(deps, cookie(DRIVER_COOKIE))
    setCookie(DRIVER_COOKIE, '', { maxAgeSeconds: 0 })
    return { success: true as const }
  })
  mount(contract.readDriverRoute, async ({ user, query, header, setHeader }) => {
    const takesOver = query.takeOver === 'true'
    const { route, etag } = await loadRoute(deps, user, { takesOver })
    setHeader('etag', etag)
    // A proxy that compresses the route turns its ETag into a weak one.
    const known = header('if-none-match')?.replace(/^W\//, '')
    return known === etag ? (new NotModified() as never) : route
  })
  const enqueue = createEventQueue()
  mount(contract.sendDriverEvents, ({ user, body }) =>
    enqueue(() => receiveEvents(deps, user, body.events)),
  )
}

function staffRoutes(mount: Mount, deps: DrivingDeps): void {
  mount(contract.createSignInLink, ({ user, params }) => createSignInLink(deps, user, params.id))
  mount(contract.listDriverDevices, ({ params }) => listDevices(deps, params.id))
  mount(contract.endDriverDevice, ({ user, params }) =>
    endDevice(deps, user, params.id, params.deviceId),
  )
  mount(reviews.listDriverReviews, () => listReviews(deps.db))
  mount(reviews.acceptDriverReview, ({ user, params }) =>
    decideReview(deps, user, params.id, 'accepted'),
  )
  mount(reviews.dismissDriverReview, ({ user, params }) =>
    decideReview(deps, user, params.id, 'dismissed'),
  )
  mount(contract.readOrderPhoto, async ({ params }) =>
    toFile(await readPhoto(deps.db, { orderId: params.id, sha256: params.sha256 })),
  )
  mount(contract.readOwnOrderPhoto, async ({ user, params }) =>
    toFile(
      await readPhoto(deps.db, {
        orderId: params.id,
        sha256: params.sha256,
        customerId: user.id,
      }),
    ),
  )
}

function trackingRoutes(mount: Mount, deps: DrivingDeps): void {
  mount(tracking.setNearEmail, ({ params, body, ip }) => chooseNearEmail(deps, params.id, body, ip))
  mount(tracking.readNearEmails, ({ user }) => readNearEmails(deps, user.id))
  mount(tracking.setNearEmails, ({ user, body }) => setNearEmails(deps, user.id, body))
}

export function driverPhotoRoutes(mountUpload: Mount, deps: DrivingDeps): void {
  mountUpload(contract.putDriverPhoto, ({ user, params, rawBody }) =>
    storePhoto(deps, user, params.sha256, rawBody),
  )
}

function toFile(photo: Uint8Array | undefined): never {
  if (!photo) throw new Failure('not_found')
  return Readable.from([Buffer.from(photo)]) as never
}
