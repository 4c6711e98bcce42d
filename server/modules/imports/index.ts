export { agreementEmails } from './agreement/agreement-emails.ts'
export { exportImported } from './export-imported.ts'
export { importRoutes } from './routes.ts'
