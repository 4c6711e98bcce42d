import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { controlClass } from './input.tsx'
import { SearchSelectList, type SearchSelectListProps } from './search-select-list.tsx'

type SearchSelectProps = Omit<SearchSelectListProps, 'listId' | 'onSelect'> & {
  value: string
  onValueChange: (value: string) => void
  placeholder: string
  ref?: Ref<HTMLButtonElement>
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/** A select for long lists: it can be searched, and asks for more as it is scrolled. */
export function SearchSelect(props: SearchSelectProps) {
  const { value, onValueChange, placeholder, ref, ...rest } = props
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  // The chosen one may leave the list again with another search; its name is kept.
  const chosen = useRef<string>(undefined)
  chosen.current = rest.options.find((option) => option.value === value)?.label ?? chosen.current

  /** Arrows open it, and letters too: they begin the search, also those that come before its field. */
  function onKeyDown(event: KeyboardEvent) {
    const isLetter = event.key.length === 1 && (isOpen || event.key !== ' ')
    const isOther = event.ctrlKey || event.metaKey || event.altKey
    if (isOther || !(isLetter || event.key === 'ArrowDown' || event.key === 'ArrowUp')) return
    event.preventDefault()
    if (isLetter) rest.onSearchText((isOpen ? rest.searchText : '') + event.key)
    setIsOpen(true)
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-controls={listId}
          id={rest.id}
          aria-describedby={rest['aria-describedby']}
          aria-invalid={rest['aria-invalid']}
          ref={(button) => {
            // Inside a dialog the list must stand in it, or it could neither be focused nor scrolled.
            setContainer(button?.closest<HTMLElement>('[role=dialog], main') ?? null)
            if (typeof ref === 'function') ref(button)
          }}
          onKeyDown={onKeyDown}
          className={cx(controlClass, 'flex items-center justify-between gap-2 text-left')}
        >
          <span className={cx('truncate', !value && 'text-muted')}>
            {value ? chosen.current : placeholder}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label="Search"
          onOpenAutoFocus={focusSearch}
          className="z-60 flex max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) animate-pop-in flex-col overflow-hidden rounded-control border border-line bg-surface shadow-raised"
        >
          <SearchSelectList
            {...rest}
            value={value}
            listId={listId}
            onSelect={(chosenValue) => {
              onValueChange(chosenValue)
              setIsOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Behind what stands in it already, which is not marked: typing goes on there. */
function focusSearch(event: Event) {
  const field = (event.currentTarget as HTMLElement).querySelector('input')
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  field.setSelectionRange(field.value.length, field.value.length)
}
