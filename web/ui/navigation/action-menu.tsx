import { EllipsisVertical } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { buttonClass } from '../button.tsx'
import { cx } from '../cx.ts'

export type MenuAction = { label: string; onSelect: () => void; isDanger?: boolean }

type ActionMenuProps = {
  /** Accessible name of the button, which shows three dots. */
  label: string
  actions: readonly MenuAction[]
  className?: string
}

/** A button with further actions. */
export function ActionMenu({ label, actions, className }: ActionMenuProps) {
  return (
    // Not modal, because that would hide the page from screen readers while it can be focused.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label={label} className={buttonClass('ghost', 'icon', className)}>
        <EllipsisVertical aria-hidden className="size-5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-40 min-w-52 animate-pop-in rounded-control border border-line bg-surface p-1 shadow-raised"
      >
        {actions.map(({ label: text, onSelect, isDanger }) => (
          <DropdownMenu.Item
            key={text}
            onSelect={onSelect}
            className={cx(
              'flex min-h-11 cursor-pointer select-none items-center rounded-lg px-3 py-2 outline-none data-highlighted:bg-action-soft sm:min-h-10',
              isDanger && 'text-danger data-highlighted:bg-danger-soft',
            )}
          >
            {text}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
