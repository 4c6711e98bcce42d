export { agreementEmails } from './agreement/agreement-emails.ts'
export { exportImported } from './export-imported.ts'
export { toMatchKey } from './file/read-line.ts'
export { importRoutes } from './routes.ts'
