import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { cx } from '../cx.ts'
import { useToast } from './use-toast.ts'

/** The notifications area, once per page. F8 moves the focus there. */
export function Toaster() {
  const { toasts, dismiss } = useToast()
  // Radix stays paused if a toast is closed under the pointer, and the next toast would never
  // close. There is only one toast at a time, so each gets its own provider.
  return (
    <Toast.Provider key={toasts[0]?.id} duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toasts.map(({ id, open, title, description, variant, duration, action }) => (
        <Toast.Root
          key={id}
          open={open}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismiss(id)
          }}
          {...(duration === undefined ? {} : { duration })}
          className={cx(
            'pointer-events-auto flex items-start gap-3 rounded-control border p-4 pr-2 shadow-raised data-[state=open]:animate-slide-in data-[state=closed]:animate-fade-out data-[swipe=end]:animate-swipe-out data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            variant === 'destructive'
              ? 'border-danger bg-danger text-on-action'
              : 'border-line bg-surface text-ink',
          )}
        >
          <div className="min-w-0 flex-1 py-1">
            {title ? <Toast.Title className="font-bold text-sm">{title}</Toast.Title> : null}
            {description ? (
              <Toast.Description className="wrap-anywhere text-sm">{description}</Toast.Description>
            ) : null}
          </div>
          {action ? (
            <Toast.Action
              altText={action.hint}
              onClick={action.onAction}
              className="-my-1 inline-flex h-11 shrink-0 items-center rounded-control px-3 font-bold text-action text-sm outline-current hover:bg-action-soft"
            >
              {action.label}
            </Toast.Action>
          ) : null}
          <Toast.Close
            aria-label="Close"
            className="-my-1 inline-flex size-11 shrink-0 items-center justify-center rounded-control outline-current focus-visible:outline-current"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="pointer-events-none fixed right-0 bottom-0 z-70 flex w-full max-w-sm flex-col gap-2 p-4 outline-none"
      />
    </Toast.Provider>
  )
}
