import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'

type StatCardProps = {
  label: string
  icon: LucideIcon
  /** Undefined while loading, null if it could not be loaded. */
  value: number | string | null | undefined
  /** Says what the number counts. */
  note?: string | undefined
}

/** A number with its label. */
export function StatCard({ label, icon: Icon, value, note }: StatCardProps) {
  const id = useId()
  return (
    <Card
      aria-labelledby={id}
      aria-busy={value === undefined}
      className="flex items-center gap-3 p-4 sm:gap-4 sm:p-5"
    >
      <span
        aria-hidden
        className="grid size-10 shrink-0 max-sm:hidden place-items-center rounded-control bg-action-soft text-action"
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <h2 id={id} className="font-semibold text-muted text-sm tracking-normal">
          {label}
        </h2>
        {value === undefined ? (
          <Skeleton className="mt-2 h-8 w-14" />
        ) : (
          <p className="font-extrabold text-2xl leading-8 tabular-nums tracking-tight">
            {value ?? '–'}
          </p>
        )}
        {note ? <p className="text-muted text-sm">{note}</p> : null}
      </div>
    </Card>
  )
}
