import { CreditCard } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { dateIn } from '#contract/dates/calendar.ts'
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
  /** False when what was typed cannot be a card; the fields then say why. */
  check: (options?: { focus?: boolean }) => boolean
  input: () => CardInput
  /** Puts the bank's question, and resolves to what the holder answered. */
  authenticate: () => Promise<ChallengeOutcome>
}

type SandboxCardFieldsProps = {
  /** What the bank asks about. */
  challengeText: ReactNode
  onReady: (controls: CardInputControls | undefined) => void
}

/** The sandbox's own card fields: a real form, a pretend bank. */
export function SandboxCardFields({ challengeText: asked, onReady }: SandboxCardFieldsProps) {
  const [card, setCard] = useState<CardInput>({ number: '', expiry: '', code: '' })
  const [isChecked, setIsChecked] = useState(false)
  const [question, setQuestion] = useState<{ answer: (answer: ChallengeOutcome) => void }>()
  const fields = useRef<Partial<Record<keyof CardInput, HTMLInputElement | null>>>({})

  const errors = isChecked ? checkCard(card, today()) : {}

  // The controls are handed over once; what they read is always the newest card.
  const newest = useRef(card)
  newest.current = card

  const ask = useCallback(
    () =>
      new Promise<ChallengeOutcome>((resolve) => {
        setQuestion({
          answer: (answer) => {
            setQuestion(undefined)
            resolve(answer)
          },
        })
      }),
    [],
  )

  useEffect(() => {
    onReady({
      check({ focus = true } = {}) {
        setIsChecked(true)
        const found = checkCard(newest.current, today())
        const firstWrong = fieldsInOrder.find((name) => found[name])
        if (firstWrong && focus) fields.current[firstWrong]?.focus()
        return !firstWrong
      },
      input: () => newest.current,
      authenticate: ask,
    })
    return () => onReady(undefined)
  }, [onReady, ask])

  const set = (name: keyof CardInput) => (value: string) =>
    setCard((before) => ({ ...before, [name]: value }))
  const keep = (name: keyof CardInput) => (input: HTMLInputElement | null) => {
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
              ref={keep('number')}
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
            ref={keep('expiry')}
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
            ref={keep('code')}
            autoComplete="cc-csc"
            placeholder={codeLength === 4 ? '4 digits' : '3 digits'}
            className="tabular-nums"
            value={card.code}
            format={(typed) => digitsIn(typed).slice(0, codeLength)}
            onValueChange={set('code')}
          />
        )}
      </Field>
      <ThreeDSecureDialog challenge={question}>{asked}</ThreeDSecureDialog>
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
  return dateIn(pageData().shop.timeZone, new Date())
}
