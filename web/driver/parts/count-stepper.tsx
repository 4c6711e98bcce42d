import { Minus, Plus } from 'lucide-react'

const MAX = 10_000

type CountStepperProps = {
  /** Such as "Full left: 5 Gallon". */
  name: string
  /** Shown next to the buttons; the product is the heading above. */
  label: string
  value: number
  onChange: (value: number) => void
}

const buttonClass =
  'grid size-14 shrink-0 place-items-center rounded-control border-2 border-line-strong bg-surface text-ink disabled:border-line disabled:text-muted'

/** Large buttons for one more or less, and a number that can be typed. */
export function CountStepper({ name, label, value, onChange }: CountStepperProps) {
  const set = (next: number) => onChange(Math.min(MAX, Math.max(0, next)))
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="min-w-0 flex-1 font-semibold">
        {label}
      </span>
      <button
        type="button"
        className={buttonClass}
        aria-label={`One less, ${name}`}
        disabled={value === 0}
        onClick={() => set(value - 1)}
      >
        <Minus aria-hidden className="size-6" />
      </button>
      <input
        aria-label={name}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={({ target }) => set(Number(target.value.replace(/\D/g, '').slice(0, 5)))}
        onFocus={({ target }) => target.select()}
        className="h-14 w-14 rounded-control border-2 border-line-strong bg-surface text-center font-bold text-xl tabular-nums"
      />
      <button
        type="button"
        className={buttonClass}
        aria-label={`One more, ${name}`}
        onClick={() => set(value + 1)}
      >
        <Plus aria-hidden className="size-6" />
      </button>
    </div>
  )
}
