import { render } from '@react-email/render'
import type { RenderLetter } from '../letter.ts'
import { OrderMail, subjectOf } from './order-mail.tsx'

/** The door of the built templates. */
export const renderLetter: RenderLetter = async (letter) => {
  const mail = <OrderMail letter={letter} />
  return {
    subject: subjectOf(letter),
    html: await render(mail),
    text: await render(mail, { plainText: true }),
  }
}
