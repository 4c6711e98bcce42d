import { X } from 'lucide-react'
import { FocusScope } from 'radix-ui/internal'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { overlayClass } from '#web/ui/overlay/dialog.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { useMedia } from '#web/ui/use-media.ts'

/** From this width on, list and panel fit side by side. */
const WIDE = '(min-width: 80rem)'

type DetailPanelProps = {
  /** The id of the open row; empty if the panel is closed. */
  id: string
  title: ReactNode
  description?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The details of one row: next to the list on wide screens, otherwise in a sheet over it. */
export function DetailPanel(props: DetailPanelProps) {
  const isWide = useMedia(WIDE)
  const { id, onClose, children, ...heading } = props
  // A closing sheet keeps its content until its animation ends.
  const last = useRef(props)
  if (id) last.current = props
  // An open panel keeps its element when the window changes its width, and so what is typed in it.
  const opensWide = useRef(isWide)
  if (!id) opensWide.current = isWide
  if (opensWide.current) return id ? <SidePanel {...props} isWide={isWide} /> : null
  return (
    <Sheet
      open={Boolean(id)}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      onCloseAutoFocus={() => focusRow(last.current.id)}
      {...(id ? heading : { title: last.current.title })}
      className="max-w-xl"
    >
      {id ? children : last.current.children}
    </Sheet>
  )
}

/**
 * Not modal on a wide screen, because the list stays usable. In a window that has become narrow it
 * covers the list like a sheet. Escape or Back closes it.
 */
function SidePanel(props: DetailPanelProps & { isWide: boolean }) {
  const { id, title, description, onClose, isWide, children } = props
  const panel = useRef<HTMLDivElement>(null)
  const titleId = useId()

  // Each row starts at the top of the panel.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollTo(0, 0)
    findRowLink(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])

  useEffect(() => {
    const isCovered = !isWide && !panel.current?.contains(document.activeElement)
    if (isCovered) panel.current?.focus({ preventScroll: true })
  }, [isWide])

  const latestId = useRef(id)
  latestId.current = id
  useEffect(
    () => () => {
      // The focused element is removed with the panel.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusRow(latestId.current)
      })
    },
    [],
  )

  const semantics = {
    ...(isWide ? { role: 'complementary' } : { role: 'dialog', 'aria-modal': true }),
    'aria-labelledby': titleId,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    },
  }
  return (
    <>
      {isWide ? null : <div aria-hidden className={overlayClass} onClick={onClose} />}
      <FocusScope.Root
        asChild
        trapped={!isWide}
        loop={!isWide}
        onMountAutoFocus={keepFocus}
        onUnmountAutoFocus={keepFocus}
      >
        <div
          ref={panel}
          data-side-panel
          tabIndex={-1}
          {...semantics}
          className={cx(
            'overflow-y-auto overscroll-contain bg-surface shadow-raised outline-none',
            isWide
              ? 'sticky top-20 max-h-[calc(100dvh-6rem)] w-108 shrink-0 rounded-card border border-line'
              : 'fixed inset-y-0 right-0 z-50 w-full max-w-xl',
          )}
        >
          <div className="sticky top-0 z-20 flex items-start justify-between gap-4 border-line border-b bg-surface px-6 py-4">
            <div className="min-w-0 pt-1.5">
              <h2 id={titleId} className="wrap-anywhere text-lg">
                {title}
              </h2>
              {description ? <div className="mt-1 text-muted text-sm">{description}</div> : null}
            </div>
            <Button
              variant="ghost"
              size="icon"
              aria-label="Close"
              className="-mr-2"
              onClick={onClose}
            >
              <X aria-hidden className="size-5" />
            </Button>
          </div>
          <div className="px-6 py-5">{children}</div>
        </div>
      </FocusScope.Root>
    </>
  )
}

/** The panel moves the focus itself. */
const keepFocus = (event: Event) => event.preventDefault()

const findRowLink = (id: string) =>
  document.querySelector<HTMLElement>(`[data-row-link="${CSS.escape(id)}"]`)

function focusRow(id: string) {
  const target = findRowLink(id) ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}
