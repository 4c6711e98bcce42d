export { announceMail } from './announce.ts'
export {
  type AlertLetter,
  deliveryMailKinds,
  type OrderLetter,
  orderMailKinds,
  paymentMailKinds,
  type RenderLetter,
} from './letter.ts'
export type { Letter, Mailer, WriteLetter } from './port.ts'
export { sendDueMails, sendSignInMails } from './send-due-mails.ts'
export { hasMailBegun, withdrawMails } from './withdraw.ts'
