import { CreditCard } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { dateIn } from '#contract/calendar.ts'
import { pageFacts } from '#web/api/page-facts.ts'
import { Field } from '#web/ui/form/field.tsx'
import { formatExpiry } from './card-expiry.ts'
import { brandOf, codeLengthOf, digitsIn, formatCardNumber } from './card-number.ts'
import { checkCard, type TypedCard } from './check-card.ts'
import type { SecurityAnswer } from './confirm-with-card.ts'
import { FormattedInput } from './formatted-input.tsx'
import { SecurityQuestion } from './security-question.tsx'
import { TestCards } from './test-cards.tsx'

const fieldsInOrder = ['number', 'expiry', 'code'] as const

export type TypedCardControls = {
  /** False when what was typed cannot be a card; the fields then say why. */
  check: (options?: { focus?: boolean }) => boolean
  typed: () => TypedCard
  /** Puts the bank's question, and resolves to what the holder answered. */
  ask: () => Promise<SecurityAnswer>
}

type SandboxCardFieldsProps = {
  /** What the bank asks about. */
  question: ReactNode
  onReady: (controls: TypedCardControls | undefined) => void
}

/** The sandbox's own card fields: a real form, a pretend bank. */
export function SandboxCardFields({ question: asked, onReady }: SandboxCardFieldsProps) {
  const [card, setCard] = useState<TypedCard>({ number: '', expiry: '', code: '' })
  const [isChecked, setIsChecked] = useState(false)
  const [question, setQuestion] = useState<{ answer: (answer: SecurityAnswer) => void }>()
  const fields = useRef<Partial<Record<keyof TypedCard, HTMLInputElement | null>>>({})

  const errors = isChecked ? checkCard(card, today()) : {}

  // The controls are handed over once; what they read is always the newest card.
  const newest = useRef(card)
  newest.current = card

  const ask = useCallback(
    () =>
      new Promise<SecurityAnswer>((resolve) => {
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
      typed: () => newest.current,
      ask,
    })
    return () => onReady(undefined)
  }, [onReady, ask])

  const set = (name: keyof TypedCard) => (value: string) =>
    setCard((before) => ({ ...before, [name]: value }))
  const keep = (name: keyof TypedCard) => (input: HTMLInputElement | null) => {
    fields.current[name] = input
  }
  const codeLength = codeLengthOf(card.number)

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
      <SecurityQuestion question={question}>{asked}</SecurityQuestion>
    </div>
  )
}

function BrandHint({ number }: { number: string }) {
  return (
    <span className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center gap-2 text-muted text-sm">
      <span className="max-sm:hidden">{brandOf(number)}</span>
      <CreditCard aria-hidden className="size-5 shrink-0" />
    </span>
  )
}

function today(): string {
  return dateIn(pageFacts().shop.timeZone, new Date())
}
