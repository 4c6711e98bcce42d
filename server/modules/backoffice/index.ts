export type { SetupState } from './checklist/port.ts'
export { clearClosedDates } from './closed-dates/clear-closed-dates.ts'
export { phoneOrderRoutes } from './phone-orders/routes.ts'
export { backofficeRoutes } from './routes.ts'
