import { render, toPlainText } from '@react-email/render'
import type { RenderLetter } from '../letter.ts'
import { OrderMail, subjectOf } from './order-mail.tsx'
import { SignInMail, signInSubject } from './sign-in-mail.tsx'

/** The door of the built templates. */
export const renderLetter: RenderLetter = async (letter) => {
  const [subject, mail] =
    letter.kind === 'sign_in'
      ? [signInSubject(letter), <SignInMail key="mail" letter={letter} />]
      : [subjectOf(letter), <OrderMail key="mail" letter={letter} />]
  const html = await render(mail)
  return { subject, html, text: toPlainText(html) }
}
