import type { RenderEmail } from '../email-data.ts'
import { AgreementEmail, agreementSubject } from './agreement-email.tsx'
import { AlertEmail, alertSubject } from './alert-email.tsx'
import { CaseEmail, caseSubject } from './case-email.tsx'
import { CreditEmail, creditSubject } from './credit-email.tsx'
import { NewLoginEmail, newLoginSubject } from './new-login-email.tsx'
import { OrderEmail, orderSubject } from './order-email.tsx'
import { PriceIncreaseEmail, priceIncreaseSubject } from './price-increase-email.tsx'
import { ReceiptEmail, receiptSubject } from './receipt-email.tsx'
import { SignInEmail, signInSubject } from './sign-in-email.tsx'
import { StaffLinkEmail, staffLinkSubject } from './staff-link-email.tsx'
import { StatementEmail, statementSubject } from './statement-email.tsx'
import {
  SubscriptionChangedEmail,
  subscriptionChangedSubject,
} from './subscription-changed-email.tsx'
import { TwoStepEmail, twoStepSubject } from './two-step-email.tsx'

/** Builds the subject and the body of an email. */
export function toSubjectAndBody(email: Parameters<RenderEmail>[0]) {
  switch (email.kind) {
    case 'sign_in':
      return [signInSubject(email), <SignInEmail key="body" email={email} />] as const
    case 'new_login':
      return [newLoginSubject(email), <NewLoginEmail key="body" email={email} />] as const
    case 'staff_invitation':
    case 'staff_password_reset':
      return [staffLinkSubject(email), <StaffLinkEmail key="body" email={email} />] as const
    case 'staff_two_step_on':
    case 'staff_two_step_off':
      return [twoStepSubject(email), <TwoStepEmail key="body" email={email} />] as const
    case 'subscription_changed':
      return [
        subscriptionChangedSubject(email),
        <SubscriptionChangedEmail key="body" email={email} />,
      ] as const
    case 'case_received':
    case 'case_answered':
      return [caseSubject(email), <CaseEmail key="body" email={email} />] as const
    case 'delivery_receipt':
      return [receiptSubject(email), <ReceiptEmail key="body" email={email} />] as const
    case 'credit_added':
      return [creditSubject(email), <CreditEmail key="body" email={email} />] as const
    case 'invoice_statement':
      return [statementSubject(email), <StatementEmail key="body" email={email} />] as const
    case 'price_increase':
    case 'price_increase_withdrawn':
      return [priceIncreaseSubject(email), <PriceIncreaseEmail key="body" email={email} />] as const
    case 'agreement_request':
    case 'agreement_confirmed':
      return [agreementSubject(email), <AgreementEmail key="body" email={email} />] as const
    case 'alert_opened':
    case 'alert_ended':
      return [alertSubject(email), <AlertEmail key="body" email={email} />] as const
    default:
      return [orderSubject(email), <OrderEmail key="body" email={email} />] as const
  }
}
