import { Dialog as RadixDialog } from 'radix-ui'
import { cx } from '../cx.ts'
import { overlayClass, PanelLayout, type PanelProps, useContentProps } from './dialog.tsx'

type SheetProps = PanelProps & { side?: 'left' | 'right'; className?: string }

const sides = {
  left: 'left-0 max-w-64 data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left',
  right:
    'right-0 max-w-md data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in',
}

/** A panel that slides in from an edge of the window. */
export function Sheet(props: SheetProps) {
  const { open, onOpenChange, side = 'right', className, ...parts } = props
  const contentProps = useContentProps(props)
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          {...contentProps}
          className={cx(
            'fixed inset-y-0 z-50 flex w-full flex-col bg-surface shadow-raised',
            sides[side],
            className,
          )}
        >
          <PanelLayout {...parts} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
