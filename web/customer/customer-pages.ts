/** The portal's pages. A separate file keeps this table out of the storefront bundle. */
export const customerPages = {
  login: () => import('./login/login-page.tsx'),
  verify: () => import('./verify/verify-page.tsx'),
  dashboard: () => import('./dashboard/dashboard-page.tsx'),
  orders: () => import('./orders/orders-page.tsx'),
  invoices: () => import('./invoices/invoices-page.tsx'),
  invoice: () => import('./invoices/invoice-page.tsx'),
  subscriptions: () => import('./subscriptions/subscriptions-page.tsx'),
  billing: () => import('./billing/billing-page.tsx'),
  sandboxBilling: () => import('./sandbox-billing/sandbox-billing-page.tsx'),
} as const

export type CustomerPageName = keyof typeof customerPages
