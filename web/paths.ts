import { fillPath } from '#contract/fill-path.ts'
import { pageRoutes } from '#contract/pages.ts'

/** Functions for all page URLs. */
export const paths = {
  home: () => pageRoutes.home,
  checkout: () => pageRoutes.checkout,
  confirmation: (orderId: string) =>
    `${pageRoutes.confirmation}?orderId=${encodeURIComponent(orderId)}`,
  pay: (orderId: string) => fillPath(pageRoutes.pay, { orderId }),
  privacy: () => pageRoutes.privacy,
  terms: () => pageRoutes.terms,
  customerLogin: () => pageRoutes.customerLogin,
  customerDashboard: () => pageRoutes.customerDashboard,
  customerOrders: () => pageRoutes.customerOrders,
  customerInvoices: () => pageRoutes.customerInvoices,
  customerInvoice: (orderId: string) => fillPath(pageRoutes.customerInvoice, { orderId }),
  customerBilling: () => pageRoutes.customerBilling,
  customerSubscriptions: () => pageRoutes.customerSubscriptions,
  adminLogin: () => pageRoutes.adminLogin,
  adminDashboard: () => pageRoutes.adminDashboard,
  adminCustomers: () => pageRoutes.adminCustomers,
  adminOrders: () => pageRoutes.adminOrders,
  adminTrucks: () => pageRoutes.adminTrucks,
  adminSchedules: () => pageRoutes.adminSchedules,
  adminSubscriptions: () => pageRoutes.adminSubscriptions,
  adminProducts: () => pageRoutes.adminProducts,
  adminAudit: () => pageRoutes.adminAudit,
  adminSettings: () => pageRoutes.adminSettings,
}

/** History state of the home page: the order to track, while the URL stays '/'. */
export type HomeState = { trackedOrderId?: string }
