import { Dialog as RadixDialog } from 'radix-ui'
import { cx } from './cx.ts'
import { contentProps, overlayClass, PanelParts, type PanelProps } from './dialog.tsx'

/** A panel from the right edge of the window. */
export function Sheet({ open, onOpenChange, className, ...parts }: PanelProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          {...contentProps(parts)}
          className={cx(
            'fixed inset-y-0 right-0 z-50 flex w-full max-w-md flex-col bg-surface shadow-raised data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in',
            className,
          )}
        >
          <PanelParts {...parts} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
