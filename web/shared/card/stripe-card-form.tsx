import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  Appearance,
  PaymentIntentResult,
  SetupIntentResult,
  Stripe,
  StripeElementsOptionsMode,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { useEffect, useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type CardFormProps, type CardResult, NO_RESPONSE, notPaid, paid } from './card-form.ts'

type StripeCardFormProps = CardFormProps & { publishableKey: string }

/**
 * Stripe's Payment Element. It is created with the amount instead of a client secret, so that the
 * input is not lost when the secret changes while the order is placed (rule 3).
 */
export function StripeCardForm({ publishableKey, ...props }: StripeCardFormProps) {
  const stripe = loadOnce(publishableKey)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    void stripe.then((loaded) => {
      if (!loaded) setHasFailed(true)
    })
  }, [stripe])

  if (hasFailed) return <NoCardForm />
  // Elements passes changes to Stripe with elements.update.
  const shared = { currency: 'usd', allowedPaymentMethodTypes: ['card'], appearance }
  const options: StripeElementsOptionsMode = props.isSetup
    ? { ...shared, mode: 'setup', setupFutureUsage: 'off_session' }
    : {
        ...shared,
        mode: 'payment',
        amount: props.amountCents,
        setupFutureUsage: props.saveCard ? 'off_session' : null,
      }
  return (
    <Elements stripe={stripe} options={options}>
      <StripeFields
        onReady={props.onReady}
        isSetup={props.isSetup}
        onFailed={() => setHasFailed(true)}
      />
    </Elements>
  )
}

let loading: Promise<Stripe | null> | undefined

/** Loads Stripe once, even if React discards a render. Resolves to null if loading fails. */
function loadOnce(publishableKey: string): Promise<Stripe | null> {
  loading ??= loadStripe(publishableKey).catch(() => null)
  return loading
}

type StripeFieldsProps = Pick<CardFormProps, 'onReady' | 'isSetup'> & { onFailed: () => void }

function StripeFields({ onReady, isSetup, onFailed }: StripeFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isRendered, setIsRendered] = useState(false)

  useEffect(() => {
    if (!stripe || !elements || !isRendered) return
    onReady({
      // Stripe's form shows the errors below its own fields.
      check: async () => !(await elements.submit()).error,
      async confirm({ clientSecret, returnUrl }) {
        try {
          const confirmation = {
            elements,
            clientSecret,
            confirmParams: { return_url: returnUrl },
            // Avoids a redirect with the client secret in the URL unless the bank needs one.
            redirect: 'if_required',
          } as const
          return isSetup
            ? toSetupResult(await stripe.confirmSetup(confirmation))
            : toCardResult(await stripe.confirmPayment(confirmation))
        } catch {
          return notPaid(NO_RESPONSE)
        }
      },
    })
    return () => onReady(undefined)
  }, [stripe, elements, isRendered, isSetup, onReady])

  return (
    <>
      {isRendered ? null : <Spinner label="Loading the card form" showLabel />}
      <PaymentElement onReady={() => setIsRendered(true)} onLoadError={onFailed} />
    </>
  )
}

/** A payment that succeeded in an earlier attempt, whose response was lost, counts as paid. */
function toCardResult({ error, paymentIntent }: PaymentIntentResult): CardResult {
  const status = (paymentIntent ?? error?.payment_intent)?.status
  if (status === 'succeeded' || status === 'processing') return paid
  return notPaid(error?.message)
}

const NOT_SAVED = "Your card wasn't saved. Try again or use a different card."

/** A card that was saved in an earlier attempt, whose response was lost, counts as saved. */
function toSetupResult({ error, setupIntent }: SetupIntentResult): CardResult {
  const status = (setupIntent ?? error?.setup_intent)?.status
  return status === 'succeeded' ? paid : notPaid(error?.message || NOT_SAVED)
}

function NoCardForm() {
  return (
    <Alert tone="danger" urgent title="We couldn't load the card form">
      Check your connection and reload the page. If you use a blocker, allow js.stripe.com. We'll
      keep what you've entered.
    </Alert>
  )
}

/** The colors of web/ui/theme.css, because CSS cannot style Stripe's iframes. */
const appearance: Appearance = {
  variables: {
    colorPrimary: '#0b60c9',
    colorText: '#0b1f3a',
    colorTextSecondary: '#4b5e78',
    colorDanger: '#b3261e',
    colorBackground: '#ffffff',
    borderRadius: '12px',
    fontFamily: 'Manrope, system-ui, sans-serif',
    fontSizeBase: '16px',
  },
}
