import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export const paletteGroupClass =
  'not-first:mt-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs'

type PaletteItemProps = {
  value: string
  icon: LucideIcon
  detail?: string
  onSelect: () => void
  children: ReactNode
}

export function PaletteItem({ value, icon: Icon, detail, onSelect, children }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 data-[selected=true]:bg-action-soft data-[selected=true]:text-action-strong"
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span className="wrap-anywhere font-semibold">{children}</span>
        {detail ? (
          <span className="wrap-anywhere text-muted text-sm tabular-nums">{detail}</span>
        ) : null}
      </span>
    </Command.Item>
  )
}
