import { Switch as RadixSwitch } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

/** Needs a name: a `<label htmlFor>` that points at its id, or `aria-label`. */
export function Switch({ className, ...rest }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      className={cx(
        // The transparent border enlarges the touch target.
        'relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-line-strong transition-colors after:absolute after:-inset-2.5 data-[state=checked]:border-action data-[state=checked]:bg-action disabled:cursor-not-allowed disabled:opacity-60',
        className,
      )}
      {...rest}
    >
      <RadixSwitch.Thumb className="block size-5.5 translate-x-0.5 rounded-full bg-surface shadow-card transition-transform data-[state=checked]:translate-x-5.5" />
    </RadixSwitch.Root>
  )
}
