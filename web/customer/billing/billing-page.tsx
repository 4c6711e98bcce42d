import { CalendarClock, CreditCard, ExternalLink, Lock, RefreshCw } from 'lucide-react'
import { CustomerLayout } from '#web/customer/layout/customer-layout.tsx'
import { PriceQuestions } from '#web/customer/subscriptions/price-questions.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { AccountCredit } from './account-credit.tsx'
import { AmountsDue } from './amounts-due.tsx'
import { BottleDeposit } from './bottle-deposit.tsx'
import { useBillingPortal } from './use-billing-portal.ts'

const notes = [
  {
    icon: Lock,
    title: 'Secure processing',
    text: 'Our payment provider processes your card securely. We never see or store your card number.',
  },
  {
    icon: CalendarClock,
    title: 'Automatic payments',
    text: 'For recurring deliveries, we charge your card automatically on your delivery dates.',
  },
  {
    icon: RefreshCw,
    title: 'Updating your card',
    text: 'Changes to your payment methods apply to future orders.',
  },
] as const

export default function BillingPage() {
  return (
    <CustomerLayout>
      <PageHeading title="Billing" text="Manage how you pay." hasTimes />
      <div className="flex max-w-3xl flex-col gap-6">
        <PriceQuestions />
        <AmountsDue />
        <AccountCredit />
        <BottleDeposit />
        <PaymentMethods />
        <Card aria-labelledby="billing-notes">
          <CardHeader>
            <CardTitle id="billing-notes">How payments work</CardTitle>
          </CardHeader>
          <CardBody>
            <ul className="flex flex-col gap-5">
              {notes.map(({ icon: Icon, title, text }) => (
                <li key={title} className="flex gap-4">
                  <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-action" />
                  <div>
                    <p className="font-semibold">{title}</p>
                    <p className="text-muted">{text}</p>
                  </div>
                </li>
              ))}
            </ul>
          </CardBody>
        </Card>
      </div>
    </CustomerLayout>
  )
}

function PaymentMethods() {
  const { open, isOpening, blockedUrl, advice } = useBillingPortal()
  return (
    <Card aria-labelledby="payment-methods">
      <CardHeader>
        <CardTitle id="payment-methods">Payment methods</CardTitle>
        <p className="text-muted">
          Add or remove cards, and set your default card. The billing portal opens in a new tab.
        </p>
      </CardHeader>
      <CardBody className="flex flex-col items-start gap-4">
        <Button size="large" disabled={isOpening} onClick={open} className="max-sm:w-full">
          <CreditCard aria-hidden className="size-5" />
          Manage Payment Methods
        </Button>
        {advice ? (
          <Alert tone="warning" className="w-full" title="We couldn't open the billing portal">
            <p>{advice}</p>
          </Alert>
        ) : null}
        {blockedUrl ? (
          <Alert
            urgent
            className="w-full"
            title="Your browser blocked the new tab"
            action={
              <a
                href={blockedUrl}
                target="_blank"
                rel="noreferrer"
                className={buttonClass('secondary', 'small')}
              >
                <ExternalLink aria-hidden className="size-4" />
                Open the billing portal
              </a>
            }
          />
        ) : null}
      </CardBody>
    </Card>
  )
}
