import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type Ref, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { controlClass } from './input.tsx'
import { SearchSelectList, type SearchSelectListProps } from './search-select-list.tsx'

type SearchSelectProps = Omit<SearchSelectListProps, 'listId' | 'onChoose'> & {
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
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault()
              setIsOpen(true)
            }
          }}
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
          className="z-60 flex max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) animate-pop-in flex-col overflow-hidden rounded-control border border-line bg-surface shadow-raised"
        >
          <SearchSelectList
            {...rest}
            value={value}
            listId={listId}
            onChoose={(chosenValue) => {
              onValueChange(chosenValue)
              setIsOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
