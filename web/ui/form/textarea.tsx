import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { controlClass } from './input.tsx'

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cx(
        controlClass,
        'field-sizing-content h-auto max-h-80 min-h-24 resize-y py-3',
        className,
      )}
      {...rest}
    />
  )
}
