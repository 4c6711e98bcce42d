import type { PageName } from '#contract/pages.ts'
import type { PageSource } from '../page-source.ts'

type StaffPage = Extract<PageName, `admin${string}`>

/** Lazily loaded staff pages. A separate file keeps this table out of the storefront bundle. */
export const adminPages = {
  adminLogin: {
    title: 'Admin Login',
    load: () => import('./login/login-page.tsx'),
  },
  adminDashboard: {
    title: 'Admin Dashboard',
    load: () => import('./dashboard/dashboard-page.tsx'),
  },
  adminCustomers: {
    title: 'Customers',
    load: () => import('./customers/customers-page.tsx'),
  },
  adminStatement: {
    title: 'Statement',
    load: () => import('./customers/statement/statement-page.tsx'),
  },
  adminOrders: {
    title: 'Orders',
    load: () => import('./orders/orders-page.tsx'),
  },
  adminNewOrder: {
    title: 'New order',
    load: () => import('./orders/new-order/new-order-page.tsx'),
  },
  adminCases: {
    title: 'Cases',
    load: () => import('./cases/cases-page.tsx'),
  },
  adminTrucks: {
    title: 'Trucks',
    load: () => import('./trucks/trucks-page.tsx'),
  },
  adminSchedules: {
    title: 'Schedules',
    load: () => import('./schedules/schedules-page.tsx'),
  },
  adminRoutes: {
    title: 'Routes',
    load: () => import('./routes/routes-page.tsx'),
  },
  adminZones: {
    title: 'Zones',
    load: () => import('./zones/zones-page.tsx'),
  },
  adminDayChange: {
    title: 'Change a day',
    load: () => import('./day-change/day-change-page.tsx'),
  },
  adminOutlook: {
    title: 'Outlook',
    load: () => import('./outlook/outlook-page.tsx'),
  },
  adminBottles: {
    title: 'Bottles',
    load: () => import('./bottles/bottles-page.tsx'),
  },
  adminSubscriptions: {
    title: 'Subscriptions',
    load: () => import('./subscriptions/subscriptions-page.tsx'),
  },
  adminImport: {
    title: 'Import subscriptions',
    load: () => import('./subscription-import/import-page.tsx'),
  },
  adminProducts: {
    title: 'Products',
    load: () => import('./products/products-page.tsx'),
  },
  adminSetPassword: {
    title: 'Set your password',
    load: () => import('./login/set-password-page.tsx'),
  },
  adminStaff: {
    title: 'Staff',
    load: () => import('./staff/staff-page.tsx'),
  },
  adminAccount: {
    title: 'Your account',
    load: () => import('./account/account-page.tsx'),
  },
  adminBooks: {
    title: 'Books',
    load: () => import('./books/books-page.tsx'),
  },
  adminAudit: {
    title: 'Activity log',
    load: () => import('./audit/audit-page.tsx'),
  },
  adminSettings: {
    title: 'Settings',
    load: () => import('./settings/settings-page.tsx'),
  },
} as const satisfies Record<StaffPage, PageSource>
