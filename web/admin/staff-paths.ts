import { fillPath } from '#contract/fill-path.ts'
import { pageRoutes } from '#contract/pages.ts'
import type { OrderAttentionReason, SubscriptionAttentionReason } from '#contract/staff/listing.ts'

/** URLs of the staff lists. Separate from web/paths.ts, which is part of the storefront bundle. */
export const staffPaths = {
  /** The list with the panel of this row open. */
  order: (id: string) => `${pageRoutes.adminOrders}?order=${encodeURIComponent(id)}`,
  customer: (id: string) => `${pageRoutes.adminCustomers}?customer=${encodeURIComponent(id)}`,
  statement: (id: string) => fillPath(pageRoutes.adminStatement, { customerId: id }),
  case: (id: string) => `${pageRoutes.adminCases}?case=${encodeURIComponent(id)}`,
  openCases: () => `${pageRoutes.adminCases}?status=open`,
  product: (id: string) => `${pageRoutes.adminProducts}?product=${encodeURIComponent(id)}`,
  subscription: (id: string) =>
    `${pageRoutes.adminSubscriptions}?subscription=${encodeURIComponent(id)}`,
  subscriptionsByStatus: (status: string) =>
    `${pageRoutes.adminSubscriptions}?status=${encodeURIComponent(status)}`,
  subscriptionsNeedingAttention: (reason: SubscriptionAttentionReason) =>
    `${pageRoutes.adminSubscriptions}?attention=${reason}`,
  ordersNeedingAttention: (reason: OrderAttentionReason) =>
    `${pageRoutes.adminOrders}?attention=${reason}`,
  ordersPlaced: (day: string) => `${pageRoutes.adminOrders}?placed=${day}`,
  ordersDue: (day: string) => `${pageRoutes.adminOrders}?due=${day}`,
  schedulesNeedingAttention: (reason: 'truck') =>
    `${pageRoutes.adminSchedules}?attention=${reason}`,
  schedulesByStatus: (status: string) =>
    `${pageRoutes.adminSchedules}?status=${encodeURIComponent(status)}`,
}
