import { type ComponentProps, type ReactNode, useId } from 'react'
import { Switch } from './switch.tsx'

type SwitchFieldProps = ComponentProps<typeof Switch> & { label: string; hint: ReactNode }

/** A switch with its label and an explanation. */
export function SwitchField({ label, hint, ...rest }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 rounded-control bg-surface-soft px-4 py-3.5">
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-hint`} {...rest} />
    </div>
  )
}
