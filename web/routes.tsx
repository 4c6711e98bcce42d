import type { ComponentType } from 'react'
import { pageRoutes } from '#contract/pages.ts'
import type { AdminPageName } from './admin/admin-pages.ts'
import type { CustomerPageName } from './customer/customer-pages.ts'
import { type PreloadableComponent, preloadable } from './shared/preloadable.tsx'
import type { StorefrontPageName } from './storefront/storefront-pages.ts'

export type PageRoute = { path: string; title: string; page: PreloadableComponent<object> }

type PageCode = Promise<{ default: ComponentType }>

const page = (load: () => PageCode) => preloadable(async () => (await load()).default)

/** For pages that use queries; the home page does not. */
const pageWithQueries = (load: () => PageCode) =>
  preloadable(async () => {
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

const storefrontPage = (name: StorefrontPageName) => async (): PageCode => {
  const { storefrontPages } = await import('./storefront/storefront-pages.ts')
  return storefrontPages[name]()
}

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

/** All pages, each in its own chunk. */
export const routes: readonly PageRoute[] = [
  {
    path: pageRoutes.home,
    title: 'Pure water delivered fresh',
    page: page(() => import('./storefront/home/home-page.tsx')),
  },
  {
    path: pageRoutes.checkout,
    title: 'Checkout',
    page: pageWithQueries(storefrontPage('checkout')),
  },
  {
    path: pageRoutes.confirmation,
    title: 'Your order',
    page: pageWithQueries(storefrontPage('confirmation')),
  },
  {
    path: pageRoutes.pay,
    title: 'Pay for your order',
    page: pageWithQueries(storefrontPage('pay')),
  },
  {
    path: pageRoutes.oneTap,
    title: 'Your delivery',
    page: pageWithQueries(storefrontPage('oneTap')),
  },
  {
    path: pageRoutes.privacy,
    title: 'Privacy Policy',
    page: page(storefrontPage('privacy')),
  },
  {
    path: pageRoutes.terms,
    title: 'Terms of Service',
    page: page(storefrontPage('terms')),
  },
  {
    path: pageRoutes.customerLogin,
    title: 'Log in',
    page: customerPage('login'),
  },
  {
    path: pageRoutes.customerVerify,
    title: 'Logging in',
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
    title: 'Activity log',
    page: adminPage('audit'),
  },
]

export const notFound: PageRoute = {
  path: '*',
  title: 'Page not found',
  page: page(storefrontPage('notFound')),
}

type Match = { route: PageRoute; params: Record<string, string> }

/** Matches exactly like the server, so that a 404 of the server is a 404 here too. */
export function matchRoute(path: string): Match {
  for (const route of routes) {
    const pattern = route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(path)
    if (match) return { route, params: { ...match.groups } }
  }
  return { route: notFound, params: {} }
}

export const findRoute = (path: string) => matchRoute(path).route
