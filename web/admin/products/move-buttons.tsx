import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

type MoveButtonsProps = {
  name: string
  /** Changes with every move of this row. */
  index: number
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
}

const moves = [
  { by: -1, label: 'Move up', Icon: ChevronUp },
  { by: 1, label: 'Move down', Icon: ChevronDown },
] as const

/** Orders the list by keyboard and on phones, where rows cannot be dragged. */
export function MoveButtons({ name, index, isFirst, isLast, onMove }: MoveButtonsProps) {
  const buttons = useRef<HTMLSpanElement>(null)
  const pressed = useRef<string>(undefined)

  // A moved row loses the focus, because the browser takes it out of the page for a moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each move
  useEffect(() => {
    if (!pressed.current) return
    buttons.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus()
    pressed.current = undefined
  }, [index])

  return (
    <span ref={buttons} className="relative z-10 ml-auto inline-flex">
      {moves.map(({ by, label, Icon }) => {
        // Not `disabled`: the button would lose the focus at the end of the list.
        const isBlocked = by < 0 ? isFirst : isLast
        return (
          <Button
            key={label}
            variant="ghost"
            size="icon"
            data-move={by}
            aria-label={`${label} ${name}`}
            title={label}
            aria-disabled={isBlocked}
            className="aria-disabled:cursor-not-allowed aria-disabled:text-line-strong sm:size-9"
            onClick={() => {
              if (isBlocked) return
              pressed.current = String(by)
              onMove(by)
            }}
          >
            <Icon aria-hidden className="size-5" />
          </Button>
        )
      })}
    </span>
  )
}
