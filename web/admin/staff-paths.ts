import { pageRoutes } from '#contract/pages.ts'
import type { OrderAttentionReason, SubscriptionAttentionReason } from '#contract/staff/listing.ts'

/** Views of the staff's lists. Apart from web/paths.ts, which the shop carries too. */
export const staffPaths = {
  /** The list with this one's details beside it. */
  order: (id: string) => `${pageRoutes.adminOrders}?order=${encodeURIComponent(id)}`,
  customer: (id: string) => `${pageRoutes.adminCustomers}?customer=${encodeURIComponent(id)}`,
  subscription: (id: string) =>
    `${pageRoutes.adminSubscriptions}?subscription=${encodeURIComponent(id)}`,
  subscriptionsByStatus: (status: string) =>
    `${pageRoutes.adminSubscriptions}?status=${encodeURIComponent(status)}`,
  subscriptionsNeedingAttention: (need: SubscriptionAttentionReason) =>
    `${pageRoutes.adminSubscriptions}?needs=${need}`,
  ordersNeedingAttention: (need: OrderAttentionReason) => `${pageRoutes.adminOrders}?needs=${need}`,
  ordersPlaced: (day: string) => `${pageRoutes.adminOrders}?placed=${day}`,
  ordersDue: (day: string) => `${pageRoutes.adminOrders}?due=${day}`,
  schedulesNeedingAttention: (need: 'truck') => `${pageRoutes.adminSchedules}?needs=${need}`,
  schedulesByStatus: (status: string) =>
    `${pageRoutes.adminSchedules}?status=${encodeURIComponent(status)}`,
}
