import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonClass } from '../button.tsx'
import { cx } from '../cx.ts'
import { closeOnEscape } from './close-on-escape.ts'
import { useReturnFocus } from './use-return-focus.ts'

export type PanelProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Announced with the title and displayed below it. */
  description?: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  /** Moves the focus on close; by default the previously focused element gets it. */
  onCloseAutoFocus?: () => void
  children?: ReactNode
}

export const overlayClass =
  'fixed inset-0 z-50 bg-overlay data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'

/** Header, scrolling content and footer, shared by dialog and sheet. */
export function PanelLayout({ title, description, footer, children }: Partial<PanelProps>) {
  return (
    <>
      <div className="flex items-start justify-between gap-4 border-line border-b px-5 py-4 sm:px-6">
        <div className="min-w-0 pt-1.5">
          <RadixDialog.Title className="wrap-anywhere text-lg">{title}</RadixDialog.Title>
          {description ? (
            <RadixDialog.Description className="mt-1 text-muted text-sm">
              {description}
            </RadixDialog.Description>
          ) : null}
        </div>
        <RadixDialog.Close className={buttonClass('ghost', 'icon', '-mr-2')} aria-label="Close">
          <X aria-hidden className="size-5" />
        </RadixDialog.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5 has-[>form:empty]:hidden sm:px-6">
        {children}
      </div>
      {footer ? (
        <div className="-mt-px border-line border-t px-5 py-4 sm:px-6">{footer}</div>
      ) : null}
    </>
  )
}

export function useContentProps({ description, onCloseAutoFocus, onOpenChange }: PanelProps) {
  return {
    // Radix warns about a missing description unless it is set to undefined.
    ...(description ? {} : { 'aria-describedby': undefined }),
    ...useReturnFocus(onCloseAutoFocus),
    onKeyDown: closeOnEscape(() => onOpenChange(false)),
  }
}

/** One class each: of two, the order in the stylesheet would decide. */
const widths = { narrow: 'max-w-md', normal: 'max-w-lg', wide: 'max-w-2xl' }

type DialogProps = PanelProps & { width?: keyof typeof widths }

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, width = 'normal', ...parts } = props
  const contentProps = useContentProps(props)
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          {...contentProps}
          className={cx(
            '-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col rounded-card border border-line bg-surface shadow-raised data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in',
            widths[width],
          )}
        >
          <PanelLayout {...parts} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
