import { Minus, Plus } from 'lucide-react'
import { MAX_QUANTITY } from '#contract/pricing-limits.ts'

type QuantityStepperProps = {
  /** The product name, for the accessible names of the buttons. */
  name: string
  quantity: number
  onChange: (by: 1 | -1) => void
  /** False at 0 on a product card. In the cart, decreasing to 0 removes the line. */
  canDecrease: boolean
  isDisabled?: boolean | undefined
}

const stepClass =
  'inline-flex size-11 items-center justify-center rounded-control text-action hover:bg-action-soft disabled:cursor-not-allowed disabled:bg-transparent disabled:text-line-strong'

export function QuantityStepper(props: QuantityStepperProps) {
  const { name, quantity, onChange, canDecrease, isDisabled } = props
  return (
    <fieldset
      disabled={isDisabled}
      className="inline-flex items-center rounded-control border border-line-strong/60 bg-surface"
    >
      <legend className="sr-only">Quantity of {name}</legend>
      <button
        type="button"
        aria-label={`Decrease quantity of ${name}`}
        disabled={!canDecrease}
        onClick={() => onChange(-1)}
        className={stepClass}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <span aria-live="polite" className="min-w-7 text-center font-bold tabular-nums">
        {quantity}
      </span>
      <button
        type="button"
        aria-label={`Increase quantity of ${name}`}
        disabled={quantity >= MAX_QUANTITY}
        onClick={() => onChange(1)}
        className={stepClass}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </fieldset>
  )
}
