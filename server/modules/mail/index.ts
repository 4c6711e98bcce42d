export { cancelQueuedEmails, hasStartedSending } from './cancel-queued-emails.ts'
export { delayQueuedEmails } from './delay-queued-emails.ts'
export {
  type AlertEmailData,
  type CaseEmailData,
  deliveryEmailKinds,
  type OrderEmailData,
  orderEmailKinds,
  paymentEmailKinds,
  type RenderEmail,
  type StaffLinkEmailData,
  type TwoStepEmailData,
  windowEmailKinds,
} from './email-data.ts'
export { formatSender } from './format-sender.ts'
export type { BuildEmail, EmailContent, Mailer } from './port.ts'
export { queueEmail } from './queue-email.ts'
export { requeueEmail } from './requeue-email.ts'
export { sendDueEmails, sendSignInEmails } from './send-due-emails.ts'
