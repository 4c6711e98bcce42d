/** All page routes. The server responds with 200 for these, and with the 404 page otherwise. */
export const pageRoutes = {
  home: '/',
  checkout: '/checkout',
  confirmation: '/order-confirmation',
  pay: '/pay/:orderId',
  oneTap: '/deliveries/:token',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  customerLogin: '/customer/login',
  customerVerify: '/customer/auth/verify',
  customerDashboard: '/customer/dashboard',
  customerOrders: '/customer/orders',
  customerInvoices: '/customer/invoices',
  customerInvoice: '/customer/invoices/:orderId',
  customerBilling: '/customer/billing',
  customerSubscriptions: '/customer/subscriptions',
  adminLogin: '/admin/login',
  adminDashboard: '/admin/dashboard',
  adminCustomers: '/admin/customers',
  adminOrders: '/admin/orders',
  adminTrucks: '/admin/trucks',
  adminSchedules: '/admin/schedules',
  adminSubscriptions: '/admin/subscriptions',
  adminAudit: '/admin/audit',
  sandboxBilling: '/sandbox/billing/:sessionId',
} as const

export type PageName = keyof typeof pageRoutes
