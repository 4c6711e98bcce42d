import { lazy, Suspense } from 'react'
import { pageData } from '#web/api/page-data.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { CardFormProps } from './card-form.ts'
import { SandboxCardForm } from './sandbox-card-form.tsx'

/** Stripe's code is loaded only if Stripe is the card provider. */
const StripeCardForm = lazy(async () => {
  const { StripeCardForm } = await import('./stripe-card-form.tsx')
  return { default: StripeCardForm }
})

export function CardFields(props: CardFormProps) {
  const { cards } = pageData()
  if (cards.provider === 'sandbox') return <SandboxCardForm {...props} />
  return (
    <Suspense fallback={<Spinner label="Loading the card form" showLabel />}>
      <StripeCardForm {...props} publishableKey={cards.publishableKey} />
    </Suspense>
  )
}
