export { alertEmails } from './alert-emails.ts'
export { endAlert, raiseAlert } from './raise-alert.ts'
export { alertRoutes } from './routes.ts'
