import { X } from 'lucide-react'
import { formatDay } from '#web/shared/instant.ts'
import type { ListView } from './list-view.ts'
import type { List } from './use-list.ts'

export type AttentionLabels = Readonly<Record<string, string>>

type ListChipsProps<Row> = { list: List<Row>; attentionLabels?: AttentionLabels | undefined }

/** Removable chips for filters that the toolbar doesn't show. */
export function ListChips<Row>({ list, attentionLabels }: ListChipsProps<Row>) {
  const { view, change } = list
  const labels: Partial<Record<keyof ListView, string | undefined>> = {
    attention:
      view.attention && `Needs attention: ${attentionLabels?.[view.attention] ?? view.attention}`,
    placed: view.placed && `Placed on ${formatDay(view.placed)}`,
    due: view.due && `Delivery on ${formatDay(view.due)}`,
  }
  const chips = Object.entries(labels).filter(([, text]) => text)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="mb-4 flex flex-wrap gap-2">
      {chips.map(([name, text]) => (
        <li
          key={name}
          className="inline-flex items-center rounded-full bg-warning-soft pl-3.5 font-semibold text-sm text-warning ring-1 ring-warning/25 ring-inset"
        >
          {text}
          <button
            type="button"
            aria-label={`Remove filter: ${text}`}
            onClick={() => change({ [name]: '' })}
            className="ml-0.5 inline-flex size-11 items-center justify-center rounded-full hover:bg-warning/10 sm:size-9"
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
