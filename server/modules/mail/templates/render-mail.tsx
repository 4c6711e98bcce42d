import { plainTextSelectors, render } from '@react-email/render'
import { compile } from 'html-to-text'
import type { RenderLetter } from '../letter.ts'
import { AlertMail, alertSubject } from './alert-mail.tsx'
import { NewLoginMail, newLoginSubject } from './new-login-mail.tsx'
import { OrderMail, subjectOf } from './order-mail.tsx'
import { SignInMail, signInSubject } from './sign-in-mail.tsx'
import {
  SubscriptionChangedMail,
  subscriptionChangedSubject,
} from './subscription-changed-mail.tsx'

/** As React Email's own does, which reads its rules anew for each mail and takes twice as long. */
const toPlainText = compile({ wordwrap: false, selectors: plainTextSelectors })

/** The door of the built templates. */
export const renderLetter: RenderLetter = async (letter) => {
  const [subject, mail] = contentOf(letter)
  const html = await render(mail)
  return { subject, html, text: toPlainText(html) }
}

function contentOf(letter: Parameters<RenderLetter>[0]) {
  switch (letter.kind) {
    case 'sign_in':
      return [signInSubject(letter), <SignInMail key="mail" letter={letter} />] as const
    case 'new_login':
      return [newLoginSubject(letter), <NewLoginMail key="mail" letter={letter} />] as const
    case 'subscription_changed':
      return [
        subscriptionChangedSubject(letter),
        <SubscriptionChangedMail key="mail" letter={letter} />,
      ] as const
    case 'alert_opened':
    case 'alert_ended':
      return [alertSubject(letter), <AlertMail key="mail" letter={letter} />] as const
    default:
      return [subjectOf(letter), <OrderMail key="mail" letter={letter} />] as const
  }
}
