import type { OrderNeed, SubscriptionNeed } from '#contract/listing.ts'
import { pageRoutes } from '#contract/pages.ts'

/** Views of the staff's lists. Apart from web/paths.ts, which the shop carries too. */
export const staffPaths = {
  /** The list with this one's details beside it. */
  order: (id: string) => `${pageRoutes.adminOrders}?order=${encodeURIComponent(id)}`,
  customer: (id: string) => `${pageRoutes.adminCustomers}?customer=${encodeURIComponent(id)}`,
  subscription: (id: string) =>
    `${pageRoutes.adminSubscriptions}?subscription=${encodeURIComponent(id)}`,
  subscriptionsIn: (status: string) =>
    `${pageRoutes.adminSubscriptions}?status=${encodeURIComponent(status)}`,
  subscriptionsNeeding: (need: SubscriptionNeed) =>
    `${pageRoutes.adminSubscriptions}?needs=${need}`,
  ordersNeeding: (need: OrderNeed) => `${pageRoutes.adminOrders}?needs=${need}`,
  ordersPlaced: (day: string) => `${pageRoutes.adminOrders}?placed=${day}`,
  ordersDue: (day: string) => `${pageRoutes.adminOrders}?due=${day}`,
  schedulesNeeding: (need: 'truck') => `${pageRoutes.adminSchedules}?needs=${need}`,
  schedulesIn: (status: string) =>
    `${pageRoutes.adminSchedules}?status=${encodeURIComponent(status)}`,
}
