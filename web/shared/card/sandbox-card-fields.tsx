import { CreditCard } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { pageData } from '#web/api/page-data.ts'
import { Field } from '#web/ui/form/field.tsx'
import { formatExpiry } from './card-expiry.ts'
import { digitsIn, formatCardNumber, getBrand, getCodeLength } from './card-number.ts'
import { type CardInput, checkCard } from './check-card.ts'
import type { ChallengeOutcome } from './confirm-with-card.ts'
import { FormattedInput } from './formatted-input.tsx'
import { TestCards } from './test-cards.tsx'
import { ThreeDSecureDialog } from './three-d-secure-dialog.tsx'

const fieldsInOrder = ['number', 'expiry', 'code'] as const

export type CardInputControls = {
  /** Returns false if the input is invalid; the fields show the errors. */
  check: (options?: { focus?: boolean }) => boolean
  input: () => CardInput
  /** Shows the 3-D Secure dialog, and resolves to its outcome. */
  authenticate: () => Promise<ChallengeOutcome>
}

type SandboxCardFieldsProps = {
  /** Text of the 3-D Secure dialog. */
  challengeText: ReactNode
  onReady: (controls: CardInputControls | undefined) => void
}

/** The card fields of the sandbox. */
export function SandboxCardFields({ challengeText, onReady }: SandboxCardFieldsProps) {
  const [card, setCard] = useState<CardInput>({ number: '', expiry: '', code: '' })
  const [isChecked, setIsChecked] = useState(false)
  const [challenge, setChallenge] = useState<{ complete: (outcome: ChallengeOutcome) => void }>()
  const fields = useRef<Partial<Record<keyof CardInput, HTMLInputElement | null>>>({})

  const errors = isChecked ? checkCard(card, today()) : {}

  // The controls are passed once, so they read the latest input through a ref.
  const latest = useRef(card)
  latest.current = card

  const authenticate = useCallback(
    () =>
      new Promise<ChallengeOutcome>((resolve) => {
        setChallenge({
          complete: (outcome) => {
            setChallenge(undefined)
            resolve(outcome)
          },
        })
      }),
    [],
  )

  useEffect(() => {
    onReady({
      check({ focus = true } = {}) {
        setIsChecked(true)
        const inputErrors = checkCard(latest.current, today())
        const firstInvalid = fieldsInOrder.find((name) => inputErrors[name])
        if (firstInvalid && focus) fields.current[firstInvalid]?.focus()
        return !firstInvalid
      },
      input: () => latest.current,
      authenticate,
    })
    return () => onReady(undefined)
  }, [onReady, authenticate])

  const set = (name: keyof CardInput) => (value: string) =>
    setCard((before) => ({ ...before, [name]: value }))
  const fieldRef = (name: keyof CardInput) => (input: HTMLInputElement | null) => {
    fields.current[name] = input
  }
  const codeLength = getCodeLength(card.number)

  return (
    <div className="grid grid-cols-2 gap-5">
      <TestCards className="col-span-2" />
      <Field label="Card number" error={errors.number} className="col-span-2">
        {(control) => (
          <div className="relative">
            <FormattedInput
              {...control}
              ref={fieldRef('number')}
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
              className="pr-11 tabular-nums sm:pr-44"
              value={card.number}
              format={formatCardNumber}
              onValueChange={set('number')}
            />
            <BrandHint number={card.number} />
          </div>
        )}
      </Field>
      <Field label="Expiry date" error={errors.expiry}>
        {(control) => (
          <FormattedInput
            {...control}
            ref={fieldRef('expiry')}
            autoComplete="cc-exp"
            placeholder="MM/YY"
            className="tabular-nums"
            value={card.expiry}
            format={formatExpiry}
            onValueChange={set('expiry')}
          />
        )}
      </Field>
      <Field label="Security code" error={errors.code}>
        {(control) => (
          <FormattedInput
            {...control}
            ref={fieldRef('code')}
            autoComplete="cc-csc"
            placeholder={codeLength === 4 ? '4 digits' : '3 digits'}
            className="tabular-nums"
            value={card.code}
            format={(input) => digitsIn(input).slice(0, codeLength)}
            onValueChange={set('code')}
          />
        )}
      </Field>
      <ThreeDSecureDialog challenge={challenge}>{challengeText}</ThreeDSecureDialog>
    </div>
  )
}

function BrandHint({ number }: { number: string }) {
  return (
    <span className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center gap-2 text-muted text-sm">
      <span className="max-sm:hidden">{getBrand(number)}</span>
      <CreditCard aria-hidden className="size-5 shrink-0" />
    </span>
  )
}

function today(): string {
  return shopDate(pageData().shop.calendar, new Date())
}
