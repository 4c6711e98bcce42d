import type { ComponentType } from 'react'
import type { Parser } from 'wouter'
import { pageRoutes } from '#contract/pages.ts'
import type { AdminPageName } from './admin/admin-pages.ts'
import type { CustomerPageName } from './customer/customer-pages.ts'
import { type LateCode, late } from './shared/late.tsx'

export type PageRoute = { path: string; title: string; page: LateCode<object> }

const page = (load: () => Promise<{ default: ComponentType }>) =>
  late(async () => (await load()).default)

/** For pages that ask the server for more than the product list. */
const pageWithQueries = (load: () => Promise<{ default: ComponentType }>) =>
  late(async () => {
    const [{ default: Page }, { QueryProvider }] = await Promise.all([
      load(),
      import('./shared/query-provider.tsx'),
    ])
    return () => (
      <QueryProvider>
        <Page />
      </QueryProvider>
    )
  })

const customerPage = (name: CustomerPageName) =>
  pageWithQueries(async () => {
    const { customerPages } = await import('./customer/customer-pages.ts')
    return customerPages[name]()
  })

const adminPage = (name: AdminPageName) =>
  pageWithQueries(async () => {
    const { adminPages } = await import('./admin/admin-pages.ts')
    return adminPages[name]()
  })

/** Every page, each in a file of code of its own. */
export const routes: readonly PageRoute[] = [
  {
    path: pageRoutes.home,
    title: 'Pure water delivered fresh',
    page: page(() => import('./storefront/home/home-page.tsx')),
  },
  {
    path: pageRoutes.checkout,
    title: 'Checkout',
    page: pageWithQueries(() => import('./storefront/checkout/checkout-page.tsx')),
  },
  {
    path: pageRoutes.confirmation,
    title: 'Your order',
    page: pageWithQueries(() => import('./storefront/confirmation/confirmation-page.tsx')),
  },
  {
    path: pageRoutes.pay,
    title: 'Pay for your order',
    page: pageWithQueries(() => import('./storefront/pay/pay-page.tsx')),
  },
  {
    path: pageRoutes.oneTap,
    title: 'Your delivery',
    page: pageWithQueries(() => import('./storefront/one-tap/one-tap-page.tsx')),
  },
  {
    path: pageRoutes.privacy,
    title: 'Privacy Policy',
    page: page(() => import('./storefront/legal/privacy-page.tsx')),
  },
  {
    path: pageRoutes.terms,
    title: 'Terms of Service',
    page: page(() => import('./storefront/legal/terms-page.tsx')),
  },
  {
    path: pageRoutes.customerLogin,
    title: 'Sign in',
    page: customerPage('login'),
  },
  {
    path: pageRoutes.customerVerify,
    title: 'Signing in',
    page: customerPage('verify'),
  },
  {
    path: pageRoutes.customerDashboard,
    title: 'Dashboard',
    page: customerPage('dashboard'),
  },
  {
    path: pageRoutes.customerOrders,
    title: 'Orders',
    page: customerPage('orders'),
  },
  {
    path: pageRoutes.customerInvoices,
    title: 'Invoices',
    page: customerPage('invoices'),
  },
  {
    path: pageRoutes.customerInvoice,
    title: 'Invoice',
    page: customerPage('invoice'),
  },
  {
    path: pageRoutes.customerSubscriptions,
    title: 'Subscriptions',
    page: customerPage('subscriptions'),
  },
  {
    path: pageRoutes.customerBilling,
    title: 'Billing',
    page: customerPage('billing'),
  },
  {
    path: pageRoutes.sandboxBilling,
    title: 'Payment methods',
    page: customerPage('sandboxBilling'),
  },
  {
    path: pageRoutes.adminLogin,
    title: 'Admin Login',
    page: adminPage('login'),
  },
  {
    path: pageRoutes.adminDashboard,
    title: 'Admin Dashboard',
    page: adminPage('dashboard'),
  },
  {
    path: pageRoutes.adminCustomers,
    title: 'Customers',
    page: adminPage('customers'),
  },
  {
    path: pageRoutes.adminOrders,
    title: 'Orders',
    page: adminPage('orders'),
  },
  {
    path: pageRoutes.adminTrucks,
    title: 'Trucks',
    page: adminPage('trucks'),
  },
  {
    path: pageRoutes.adminSchedules,
    title: 'Schedules',
    page: adminPage('schedules'),
  },
  {
    path: pageRoutes.adminSubscriptions,
    title: 'Subscriptions',
    page: adminPage('subscriptions'),
  },
  {
    path: pageRoutes.adminAudit,
    title: 'Audit',
    page: adminPage('audit'),
  },
]

export const notFound: PageRoute = {
  path: '*',
  title: 'Page not found',
  page: page(() => import('./storefront/not-found/not-found-page.tsx')),
}

/** Letter for letter, as the server matches: what it calls a 404 must be one here too. */
export const exactParser: Parser = (path) => {
  const keys: string[] = []
  const pattern = path.replace('*', '.*').replace(/:(\w+)/g, (_, key: string) => {
    keys.push(key)
    return '([^/]+)'
  })
  return { keys, pattern: new RegExp(`^${pattern}$`) }
}

export function routeOf(path: string): PageRoute {
  return routes.find((route) => exactParser(route.path).pattern.exec(path)) ?? notFound
}
