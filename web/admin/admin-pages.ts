/** Lazily loaded staff pages. A separate file keeps this table out of the storefront bundle. */
export const adminPages = {
  login: () => import('./login/login-page.tsx'),
  dashboard: () => import('./dashboard/dashboard-page.tsx'),
  customers: () => import('./customers/customers-page.tsx'),
  orders: () => import('./orders/orders-page.tsx'),
  trucks: () => import('./trucks/trucks-page.tsx'),
  schedules: () => import('./schedules/schedules-page.tsx'),
  subscriptions: () => import('./subscriptions/subscriptions-page.tsx'),
  audit: () => import('./audit/audit-page.tsx'),
} as const

export type AdminPageName = keyof typeof adminPages
