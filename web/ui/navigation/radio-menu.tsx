import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonClass } from '../button.tsx'

type RadioMenuProps = {
  /** Announced by screen readers before the selected option. */
  label: string
  icon: ReactNode
  options: readonly { value: string; label: string }[]
  value: string
  onValueChange: (value: string) => void
}

/** A button that shows the selected option, with a menu to change it. */
export function RadioMenu({ label, icon, options, value, onValueChange }: RadioMenuProps) {
  const selectedLabel = options.find((option) => option.value === value)?.label ?? ''
  return (
    // Not modal, because that would hide the page from screen readers while it can be focused.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={buttonClass('secondary', 'medium', 'px-4 max-sm:px-3.5')}>
        {icon}
        <span className="truncate">
          <span className="sr-only">{label}: </span>
          {selectedLabel}
        </span>
        <ChevronDown aria-hidden className="size-4 text-muted max-sm:hidden" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="start"
        sideOffset={6}
        className="z-40 min-w-52 animate-pop-in rounded-control border border-line bg-surface p-1 shadow-raised"
      >
        <DropdownMenu.RadioGroup value={value} onValueChange={onValueChange}>
          {options.map((option) => (
            <DropdownMenu.RadioItem
              key={option.value}
              value={option.value}
              className="relative flex min-h-11 cursor-pointer select-none items-center rounded-lg py-2 pr-9 pl-3 outline-none data-highlighted:bg-action-soft sm:min-h-10"
            >
              {option.label}
              <DropdownMenu.ItemIndicator className="absolute right-3">
                <Check aria-hidden className="size-4 text-action" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
