import { useId } from 'react'
import { cx } from '../cx.ts'

type RadioCardsProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string; hint?: string }[]
  /** Empty if nothing is selected. */
  value: NoInfer<Value> | ''
  onChange: (value: Value) => void
  error?: string | undefined
  className?: string
}

/** Options with descriptions, built on native radio buttons. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset
      className={cx('flex flex-col gap-2', props.className)}
      aria-describedby={props.error ? `${name}-error` : undefined}
    >
      <legend className="mb-1.5 font-semibold text-sm">{props.legend}</legend>
      {props.options.map(({ value, label, hint }) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line-strong/60 bg-surface px-4 py-2.5 hover:border-action has-checked:border-action has-checked:bg-action-soft has-focus-visible:outline-2 has-focus-visible:outline-action has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
            aria-invalid={props.error ? true : undefined}
            className="size-4 shrink-0 accent-action"
          />
          <span>
            <span className="block font-semibold">{label}</span>
            {hint ? <span className="block text-muted text-sm">{hint}</span> : null}
          </span>
        </label>
      ))}
      <div aria-live="polite">
        {props.error ? (
          <p id={`${name}-error`} className="font-medium text-danger text-sm">
            {props.error}
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}
