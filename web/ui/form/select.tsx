import { Check, ChevronDown } from 'lucide-react'
import { Select as RadixSelect } from 'radix-ui'
import { type ReactNode, useContext, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { NonceContext } from '../nonce.ts'
import { controlClass } from './input.tsx'

export type SelectOption = { value: string; label: ReactNode; disabled?: boolean }

type SelectProps = {
  options: readonly SelectOption[]
  value: string | undefined
  onValueChange: (value: string) => void
  placeholder?: string
  /** Displayed if the value is not one of the options. */
  displayValue?: ReactNode
  disabled?: boolean
  name?: string
  className?: string
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

export function Select(props: SelectProps) {
  const { options, value, onValueChange, placeholder, displayValue, disabled, name } = props
  const { className, ...rest } = props
  const nonce = useContext(NonceContext)
  const { trigger, container, onOpenChange } = useListInPage()
  return (
    <RadixSelect.Root
      value={value ?? ''}
      onValueChange={onValueChange}
      onOpenChange={onOpenChange}
      {...(disabled === undefined ? {} : { disabled })}
      {...(name === undefined ? {} : { name })}
    >
      <RadixSelect.Trigger
        ref={trigger}
        id={rest.id}
        aria-label={rest['aria-label']}
        aria-describedby={rest['aria-describedby']}
        aria-invalid={rest['aria-invalid']}
        className={cx(
          controlClass,
          'flex items-center justify-between gap-2 text-left data-placeholder:text-muted',
          className,
        )}
      >
        <span className="truncate">
          <RadixSelect.Value placeholder={placeholder}>{displayValue}</RadixSelect.Value>
        </span>
        <RadixSelect.Icon>
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal container={container}>
        <RadixSelect.Content
          position="popper"
          sideOffset={6}
          className="z-60 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-pop-in overflow-hidden rounded-control border border-line bg-surface shadow-raised"
        >
          <RadixSelect.Viewport className="p-1" {...(nonce ? { nonce } : {})}>
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="relative flex min-h-11 cursor-pointer select-none items-center rounded-lg py-2 pr-9 pl-3 outline-none data-highlighted:bg-action-soft data-disabled:cursor-not-allowed data-disabled:text-muted sm:min-h-10"
              >
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator className="absolute right-3">
                  <Check aria-hidden className="size-4 text-action" />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  )
}

/**
 * Radix hides everything except the open list from screen readers, although the page can still be
 * focused, and renders the list outside all landmarks. It does not hide live regions, so the page
 * is marked as one while the list is open. The list is rendered inside the main content or dialog.
 */
function useListInPage() {
  const trigger = useRef<HTMLButtonElement>(null)
  const [container, setContainer] = useState<Element | null>(null)

  function onOpenChange(isOpen: boolean) {
    const main = trigger.current?.closest('main, [role=dialog]')
    const page = main?.closest('body > *')
    if (isOpen) page?.setAttribute('aria-live', 'off')
    else page?.removeAttribute('aria-live')
    setContainer(main ?? null)
  }

  return { trigger, container, onOpenChange }
}
