import * as setAside from '#contract/payments/set-aside.ts'
import * as contract from '#contract/staff/backoffice.ts'
import * as checklist from '#contract/staff/checklist.ts'
import * as closedDates from '#contract/staff/closed-dates.ts'
import { type Insights, readInsights as readInsightsCall } from '#contract/staff/insights.ts'
import * as settings from '#contract/staff/settings.ts'
import * as tenders from '#contract/staff/tenders.ts'
import { readOutlook as readOutlookCall } from '#contract/zones/outlook.ts'
import { listOutsideZones as listOutsideZonesCall } from '#contract/zones/zones.ts'
import type { CacheUntilCommit } from '#server/db/cache-until-commit.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { readOutlook } from '#server/modules/capacity/index.ts'
import type { DeliveryDeps } from '#server/modules/deliveries/index.ts'
import { refundOrder } from '#server/modules/deposits/index.ts'
import type { RouteHandlers } from '#server/modules/dispatch/index.ts'
import type { OrderDeps } from '#server/modules/orders/index.ts'
import { type PaymentDeps, recordTender, reverseTender } from '#server/modules/payments/index.ts'
import { listOutsideZones, updateFewPlans } from '#server/modules/subscriptions/index.ts'
import { scheduleOrders, undoOrders, undoSchedules, updateOrders } from './bulk.ts'
import { changeCalendar, withdrawCalendarChange } from './change-calendar.ts'
import { confirmChecklistItem, readChecklist } from './checklist/read-checklist.ts'
import { sendTestEmail, type TestEmailDeps } from './checklist/send-test-email.ts'
import { type ClosedDatesDeps, closeDates, reopenDate } from './closed-dates/change-closed-dates.ts'
import { customerDetail } from './customer-detail.ts'
import { dayChangeRoutes } from './day-changes/routes.ts'
import { insights } from './insights.ts'
import { listSetAside } from './list-set-aside.ts'
import { orderDetail } from './order-detail.ts'
import { refundSetAside } from './refund-set-aside.ts'
import { resendEmail } from './resend-email.ts'
import { retrySetAside } from './retry-set-aside.ts'

type RouteDeps = OrderDeps &
  DeliveryDeps &
  PaymentDeps &
  ClosedDatesDeps &
  TestEmailDeps & { cacheUntilCommit: CacheUntilCommit; routeHandlers: RouteHandlers }

/** Staff endpoints that span several modules. */
export function backofficeRoutes(mount: Mount, deps: RouteDeps): void {
  mount(readOutlookCall, async ({ query }) => {
    await updateFewPlans(deps)
    return readOutlook(deps, query.from)
  })
  mount(listOutsideZonesCall, () => listOutsideZones(deps.db))
  mount(contract.readOrderDetail, ({ params }) => orderDetail(deps.db, params.id))
  mount(contract.readCustomerDetail, ({ params }) => customerDetail(deps, params.id))
  mount(contract.refundOrder, async ({ user, params, body }) => {
    await refundOrder(deps, user, params.id, body)
    return orderDetail(deps.db, params.id)
  })
  mount(tenders.recordTender, async ({ user, params, body }) => {
    await recordTender(deps, user, params.id, body)
    return orderDetail(deps.db, params.id)
  })
  mount(tenders.reverseTender, async ({ user, params: { id, tenderId }, body }) => {
    await reverseTender(deps, user, id, { tenderId, ...body })
    return orderDetail(deps.db, id)
  })
  mount(contract.resendEmail, ({ user, params }) => resendEmail(deps, user, params.id))
  mount(contract.updateOrders, ({ user, body }) => updateOrders(deps, user, body))
  mount(contract.undoOrders, ({ user, body }) => undoOrders(deps, user, body.orders))
  mount(contract.undoSchedules, ({ user, body }) => undoSchedules(deps, user, body.schedules))
  mount(contract.scheduleOrders, ({ user, body }) => scheduleOrders(deps, user, body))
  mount(setAside.listSetAside, () => listSetAside(deps.db))
  mount(setAside.retrySetAside, ({ user, params }) => retrySetAside(deps, user, params.id))
  mount(setAside.refundSetAside, ({ user, params }) => refundSetAside(deps, user, params.id))
  mount(settings.changeCalendar, ({ user, query, body: { version, ...period } }) =>
    changeCalendar(deps, user, period, { version, isPreview: query.preview === 'true' }),
  )
  mount(settings.withdrawCalendarChange, ({ user, params, query }) =>
    withdrawCalendarChange(deps, user, params.from, {
      version: query.version,
      isPreview: query.preview === 'true',
    }),
  )
  mount(closedDates.closeDates, ({ user, query, body: { dates, version } }) =>
    closeDates(deps, user, dates, { version, isPreview: query.preview === 'true' }),
  )
  mount(closedDates.reopenDate, ({ user, params, query }) =>
    reopenDate(deps, user, params.date, {
      version: query.version,
      isPreview: query.preview === 'true',
    }),
  )
  dayChangeRoutes(mount, deps)
  mount(checklist.readChecklist, () => readChecklist(deps))
  mount(checklist.confirmChecklistItem, ({ user, body }) => confirmChecklistItem(deps, user, body))
  mount(checklist.sendTestEmail, ({ user }) => sendTestEmail(deps, user))
  mount(readInsightsCall, ({ user }) => readInsights(deps, user.snapshotId))
}

/** Days and cut-offs start at full minutes, so results stay valid for the current minute. */
const MINUTE_MS = 60_000

function readInsights(deps: RouteDeps, snapshotId: string): Promise<Insights> {
  const minute = Math.floor(deps.clock.now().getTime() / MINUTE_MS)
  const clock = { now: () => new Date(minute * MINUTE_MS) }
  return deps.cacheUntilCommit(snapshotId, `insights ${minute}`, () =>
    insights({ db: deps.db, clock, shop: deps.shop }),
  )
}
