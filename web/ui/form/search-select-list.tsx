import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'

export type SearchOption = { value: string; label: string; detail?: string }

export type SearchSelectListProps = {
  listId: string
  options: readonly SearchOption[]
  value: string
  onSelect: (value: string) => void
  searchText: string
  onSearchText: (text: string) => void
  searchPlaceholder: string
  /** Options are being loaded. */
  isBusy: boolean
  emptyText: string
  /** Called when the end of the list becomes visible. */
  onReachEnd: () => void
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** The focus stays in the search field; the arrow keys move through the options. */
export function SearchSelectList(props: SearchSelectListProps) {
  const { listId, options, value, onSelect, searchText, isBusy } = props
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const current = options[Math.min(active, options.length - 1)]
  const optionId = (option: SearchOption) => `${listId}-${option.value}`

  function moveTo(index: number) {
    const next = options[Math.max(0, Math.min(index, options.length - 1))]
    if (!next) return
    setActive(options.indexOf(next))
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined) moveTo(active + step)
    else if (current) onSelect(current.value)
  }

  return (
    <>
      <div className="border-line border-b p-2">
        <input
          type="search"
          aria-label="Search"
          aria-controls={listId}
          aria-activedescendant={current && optionId(current)}
          placeholder={props.searchPlaceholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={searchText}
          onChange={(event) => {
            setActive(0)
            props.onSearchText(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className="h-11 w-full rounded-lg bg-surface-soft px-3 text-base outline-none placeholder:text-muted"
        />
      </div>
      <div role="listbox" id={listId} aria-label="Options" className="max-h-72 overflow-y-auto p-1">
        {options.map((option, index) => (
          <button
            key={option.value}
            type="button"
            role="option"
            tabIndex={-1}
            id={optionId(option)}
            aria-selected={option.value === value}
            onClick={() => onSelect(option.value)}
            onPointerMove={() => setActive(index)}
            className={cx(
              'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 py-2 text-left',
              option === current && 'bg-action-soft',
            )}
          >
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere block">{option.label}</span>
              {option.detail ? (
                <span className="block text-muted text-sm">{option.detail}</span>
              ) : null}
            </span>
            {option.value === value ? (
              <Check aria-hidden className="size-4 shrink-0 text-action" />
            ) : null}
          </button>
        ))}
        <EndOfList key={options.length} onReach={props.onReachEnd} />
      </div>
      <p
        role="status"
        className={cx('text-muted text-sm', (isBusy || !options.length) && 'px-4 py-3')}
      >
        {isBusy ? 'Loading...' : options.length ? '' : props.emptyText}
      </p>
    </>
  )
}

function EndOfList({ onReach }: { onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onReach)
  latest.current = onReach
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} className="h-px" />
}
