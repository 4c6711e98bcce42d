export { announceMail } from './announce.ts'
export { type OrderLetter, orderMailKinds, type RenderLetter } from './letter.ts'
export type { Letter, Postman, WriteLetter } from './port.ts'
export { sendDueMails } from './send-due-mails.ts'
