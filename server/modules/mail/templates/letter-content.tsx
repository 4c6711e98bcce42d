import type { RenderLetter } from '../letter.ts'
import { AlertMail, alertSubject } from './alert-mail.tsx'
import { NewLoginMail, newLoginSubject } from './new-login-mail.tsx'
import { OrderMail, subjectOf } from './order-mail.tsx'
import { SignInMail, signInSubject } from './sign-in-mail.tsx'
import {
  SubscriptionChangedMail,
  subscriptionChangedSubject,
} from './subscription-changed-mail.tsx'

/** A letter's subject, and the mail itself. */
export function contentOf(letter: Parameters<RenderLetter>[0]) {
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
