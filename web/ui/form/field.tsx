import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

/** Attributes that link a control to its label, hint and error. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/**
 * `<Field label="City" error={…}>{(control) => <Input {...control} />}</Field>`
 * The error's container is always rendered, because a live region announces only later changes.
 */
export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      ) : null}
      <div aria-live="polite">
        {error ? (
          <p id={`${id}-error`} className="font-medium text-danger text-sm">
            {error}
          </p>
        ) : null}
      </div>
    </div>
  )
}
