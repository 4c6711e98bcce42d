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

/** A searchable select for long lists; it loads more options on scroll. */
export function SearchSelect(props: SearchSelectProps) {
  const { value, onValueChange, placeholder, ref, ...rest } = props
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  // Another search may remove the selected option from the list, so its label is stored.
  const selectedLabel = useRef<string>(undefined)
  selectedLabel.current =
    rest.options.find((option) => option.value === value)?.label ?? selectedLabel.current

  /** Arrow keys open the list. Letters open it too and start the search. */
  function onKeyDown(event: KeyboardEvent) {
    const isLetter = event.key.length === 1 && (isOpen || event.key !== ' ')
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey
    if (isShortcut || !(isLetter || event.key === 'ArrowDown' || event.key === 'ArrowUp')) return
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
            // Inside a dialog the list must be its child, or it could not be focused or scrolled.
            setContainer(button?.closest<HTMLElement>('[role=dialog], main') ?? null)
            if (typeof ref === 'function') ref(button)
          }}
          onKeyDown={onKeyDown}
          className={cx(controlClass, 'flex items-center justify-between gap-2 text-left')}
        >
          <span className={cx('truncate', !value && 'text-muted')}>
            {value ? selectedLabel.current : placeholder}
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
            onSelect={(selectedValue) => {
              onValueChange(selectedValue)
              setIsOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Places the caret at the end without selecting the text, so that typing continues. */
function focusSearch(event: Event) {
  const field = (event.currentTarget as HTMLElement).querySelector('input')
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  field.setSelectionRange(field.value.length, field.value.length)
}
