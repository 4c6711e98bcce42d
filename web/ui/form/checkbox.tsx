import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** Some, but not all, rows are selected. */
  isMixed?: boolean
  /** The visible label; without one, an aria-label is required. */
  children?: ReactNode
}

export function Checkbox({ isMixed = false, className, children, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    // The padding enlarges the touch target.
    <label
      className={cx('-m-3 inline-flex cursor-pointer items-center gap-2.5 p-3 text-sm', className)}
    >
      <input
        ref={box}
        type="checkbox"
        className="size-4.5 shrink-0 cursor-pointer accent-action"
        {...rest}
      />
      {children}
    </label>
  )
}
