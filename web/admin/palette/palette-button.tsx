import { Search } from 'lucide-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { Preloaded, preloadable } from '#web/shared/preloadable.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

const palette = preloadable(() => import('./palette.tsx').then((module) => module.Palette))

/** Opens the command palette, as Ctrl K or ⌘K does. Its code is loaded at the first use. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => {
    palette.load().then(
      () => setIsOpen(true),
      () => toast({ title: "We couldn't load search", variant: 'destructive' }),
    )
  }, [])
  usePaletteShortcut(isOpen, open, () => setIsOpen(false))
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        className={buttonClass(
          'secondary',
          'small',
          'text-muted max-sm:w-11 max-sm:border-0 max-sm:px-0',
        )}
      >
        <Search aria-hidden className="size-4.5 sm:size-4" />
        <span className="max-sm:sr-only">Search</span>
        <kbd
          aria-hidden
          className="rounded-md bg-surface-soft px-1.5 font-sans text-xs max-md:hidden"
        >
          {isApple() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen ? (
        <Suspense>
          <Preloaded code={palette} props={{ onClose: () => setIsOpen(false) }} />
        </Suspense>
      ) : null}
    </>
  )
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Ignored while another dialog is open, because navigating away would discard its input. */
function usePaletteShortcut(isOpen: boolean, open: () => void, close: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (isOpen) close()
      else if (!document.querySelector('[role=dialog], [role=alertdialog]')) open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOpen, open, close])
}
