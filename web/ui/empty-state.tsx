import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'

type EmptyStateProps = {
  icon: LucideIcon
  title: string
  /** The reason and the next step. */
  text?: ReactNode
  action?: ReactNode
  /** Announced by screen readers when it replaces other content. */
  urgent?: boolean
}

/** Shown instead of an empty list. */
export function EmptyState({ icon: Icon, title, text, action, urgent }: EmptyStateProps) {
  return (
    <Card
      {...(urgent ? { role: 'alert' } : {})}
      className="flex flex-col items-center gap-3 px-6 py-14 text-center"
    >
      <span
        aria-hidden
        className="grid size-16 place-items-center rounded-full bg-action-soft text-action"
      >
        <Icon className="size-8" />
      </span>
      <h2 className="text-xl">{title}</h2>
      {text ? <div className="max-w-md text-muted">{text}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </Card>
  )
}
