import { PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Sheet } from '../overlay/sheet.tsx'
import { SidebarContext, useSidebarShortcut, useSidebarState } from './sidebar-state.ts'

type SidebarFrameProps = {
  /** Title of the sheet that replaces the sidebar on phones. */
  title: string
  brand: ReactNode
  /** The entries, used by the sidebar and the sheet. */
  sidebar: ReactNode
  /** At the top of the page, next to the toggle. */
  header: ReactNode
  children: ReactNode
}

/** Sidebar, header and page. Ctrl+B or Cmd+B toggles the sidebar. It is hidden in print. */
export function SidebarFrame({ title, brand, sidebar, header, children }: SidebarFrameProps) {
  const state = useSidebarState()
  const { isPhone, isOpen, setIsOpen, toggle } = state
  useSidebarShortcut(toggle)
  return (
    <SidebarContext value={state}>
      <div className="flex min-h-dvh bg-surface-soft print:block print:bg-surface">
        {isPhone ? (
          <Sheet side="left" open={isOpen} onOpenChange={setIsOpen} title={title}>
            <div className="-mx-2 flex min-h-full flex-col">{sidebar}</div>
          </Sheet>
        ) : (
          <aside
            inert={!isOpen}
            className={cx(
              'shrink-0 overflow-x-clip bg-surface transition-[width] duration-200 print:hidden',
              isOpen ? 'w-64 border-line border-r' : 'invisible w-0',
            )}
          >
            <div className="sticky top-0 flex h-dvh w-64 flex-col overflow-y-auto p-4 pt-2">
              <div className="mb-4 flex h-12 items-center px-2">{brand}</div>
              {sidebar}
            </div>
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col print:block">
          <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-line border-b bg-surface/95 px-3 backdrop-blur-sm sm:px-5 print:hidden">
            <Button
              variant="ghost"
              size="icon"
              aria-label="Toggle Sidebar"
              aria-expanded={isOpen}
              onClick={toggle}
            >
              <PanelLeft aria-hidden className="size-5" />
            </Button>
            {header}
          </header>
          {children}
        </div>
      </div>
    </SidebarContext>
  )
}

/** Classes of an entry, either a link or a button. */
export function sidebarEntryClass(isCurrent = false): string {
  return cx(
    'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-semibold text-[0.9375rem] transition-colors [&_svg]:size-5 [&_svg]:shrink-0',
    isCurrent
      ? 'bg-action-soft text-action-strong'
      : 'text-muted hover:bg-surface-soft hover:text-ink',
  )
}
