import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={cx('rounded-card border border-line bg-surface shadow-card', className)}
      {...rest}
    />
  )
}

export function CardHeader({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div className={cx('flex flex-col gap-1 px-5 pt-5 sm:px-7 sm:pt-6', className)} {...rest} />
  )
}

export function CardTitle({ className, children, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 className={cx('text-lg', className)} {...rest}>
      {children}
    </h2>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('px-5 py-5 sm:px-7 sm:py-6', className)} {...rest} />
}
