export { cancelQueuedEmails, hasStartedSending } from './cancel-queued-emails.ts'
export { delayQueuedEmails } from './delay-queued-emails.ts'
export type {
  AlertEmailData,
  CaseEmailData,
  OrderEmailData,
  RenderEmail,
  StaffLinkEmailData,
  TwoStepEmailData,
} from './email-data.ts'
export {
  deliveryEmailKinds,
  orderEmailKinds,
  paymentEmailKinds,
  trackingEmailKinds,
  visitEmailKinds,
  windowEmailKinds,
} from './email-kinds.ts'
export { formatSender } from './format-sender.ts'
export type { BuildEmail, EmailContent, Mailer } from './port.ts'
export { purgeEmails } from './purge-emails.ts'
export { queueEmail, queueEmails } from './queue-email.ts'
export { countQueuedAt, releaseEmails } from './release-emails.ts'
export { requeueEmail } from './requeue-email.ts'
export { sendDueEmails, sendSecurityEmails, sendSignInEmails } from './send-due-emails.ts'
