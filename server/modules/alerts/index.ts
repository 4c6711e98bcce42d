export { alertEmails } from './alert-emails.ts'
export { listOpenAlerts } from './list-alerts.ts'
export { endAlert, raiseAlert } from './raise-alert.ts'
export { alertRoutes } from './routes.ts'
