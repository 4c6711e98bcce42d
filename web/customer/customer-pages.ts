import type { PageName } from '#contract/pages.ts'
import type { PageSource } from '../page-source.ts'

type CustomerPage = Extract<PageName, `customer${string}` | `sandbox${string}`>

/** The portal's pages. A separate file keeps this table out of the storefront bundle. */
export const customerPages = {
  customerLogin: {
    title: 'Log in',
    load: () => import('./login/login-page.tsx'),
  },
  customerVerify: {
    title: 'Logging in',
    load: () => import('./verify/verify-page.tsx'),
  },
  customerDashboard: {
    title: 'Dashboard',
    load: () => import('./dashboard/dashboard-page.tsx'),
  },
  customerOrders: {
    title: 'Orders',
    load: () => import('./orders/orders-page.tsx'),
  },
  customerInvoices: {
    title: 'Invoices',
    load: () => import('./invoices/invoices-page.tsx'),
  },
  customerInvoice: {
    title: 'Invoice',
    load: () => import('./invoices/invoice-page.tsx'),
  },
  customerSubscriptions: {
    title: 'Subscriptions',
    load: () => import('./subscriptions/subscriptions-page.tsx'),
  },
  customerBilling: {
    title: 'Billing',
    load: () => import('./billing/billing-page.tsx'),
  },
  sandboxBilling: {
    title: 'Payment methods',
    load: () => import('./sandbox-billing/sandbox-billing-page.tsx'),
  },
} as const satisfies Record<CustomerPage, PageSource>
