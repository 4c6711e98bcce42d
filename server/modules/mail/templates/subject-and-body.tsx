import type { RenderEmail } from '../email-data.ts'
import { AlertEmail, alertSubject } from './alert-email.tsx'
import { NewLoginEmail, newLoginSubject } from './new-login-email.tsx'
import { OrderEmail, orderSubject } from './order-email.tsx'
import { SignInEmail, signInSubject } from './sign-in-email.tsx'
import {
  SubscriptionChangedEmail,
  subscriptionChangedSubject,
} from './subscription-changed-email.tsx'

/** A letter's subject, and the mail itself. */
export function toSubjectAndBody(letter: Parameters<RenderEmail>[0]) {
  switch (letter.kind) {
    case 'sign_in':
      return [signInSubject(letter), <SignInEmail key="mail" letter={letter} />] as const
    case 'new_login':
      return [newLoginSubject(letter), <NewLoginEmail key="mail" letter={letter} />] as const
    case 'subscription_changed':
      return [
        subscriptionChangedSubject(letter),
        <SubscriptionChangedEmail key="mail" letter={letter} />,
      ] as const
    case 'alert_opened':
    case 'alert_ended':
      return [alertSubject(letter), <AlertEmail key="mail" letter={letter} />] as const
    default:
      return [orderSubject(letter), <OrderEmail key="mail" letter={letter} />] as const
  }
}
