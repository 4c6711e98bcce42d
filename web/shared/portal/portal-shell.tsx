import { LogOut, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageData } from '#web/api/page-data.ts'
import { SidebarFrame, sidebarEntryClass } from '#web/ui/navigation/sidebar.tsx'
import { useCloseSheet } from '#web/ui/navigation/sidebar-state.ts'
import { Brand } from '../brand.tsx'
import { SkipLink } from '../page-frame.tsx'
import { useRouter } from '../router.ts'
import { SiteLink } from '../site-link.tsx'

export type PortalEntry = {
  name: string
  href: string
  icon: LucideIcon
  /** Open work on this page. */
  count?: number | undefined
}

type PortalShellProps = {
  /** Accessible name of the navigation. */
  label: string
  entries: readonly PortalEntry[]
  onLogout: () => void
  /** In the sidebar, above Logout. */
  setting?: ReactNode
  header: ReactNode
  children: ReactNode
}

/** The layout of portal pages: sidebar, header and main content. */
export function PortalShell({ header, children, ...sidebar }: PortalShellProps) {
  return (
    <>
      <SkipLink />
      <SidebarFrame
        title={pageData().shop.name}
        brand={<Brand />}
        sidebar={<Entries {...sidebar} />}
        header={header}
      >
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl flex-1 has-data-side-panel:max-w-none has-data-wide:max-w-none px-4 py-6 outline-none sm:px-6 sm:py-8 lg:px-8 print:max-w-none print:p-0"
        >
          {children}
        </main>
      </SidebarFrame>
    </>
  )
}

type EntriesProps = Omit<PortalShellProps, 'header' | 'children'>

function Entries({ label, entries, onLogout, setting }: EntriesProps) {
  const { path } = useRouter()
  const closeSheet = useCloseSheet()
  return (
    <nav aria-label={label} className="flex flex-1 flex-col">
      <ul className="flex flex-1 flex-col gap-1">
        {entries.map(({ name, href, icon: Icon, count }) => {
          const isCurrent = path === href || path.startsWith(`${href}/`)
          return (
            <li key={href}>
              <SiteLink
                href={href}
                onClick={closeSheet}
                aria-current={isCurrent ? 'page' : undefined}
                className={sidebarEntryClass(isCurrent)}
              >
                <Icon aria-hidden />
                {name}
                {count ? (
                  <span className="ml-auto rounded-full bg-warning-soft px-2 py-0.5 font-bold text-warning text-xs tabular-nums">
                    {count}
                    <span className="sr-only"> open</span>
                  </span>
                ) : null}
              </SiteLink>
            </li>
          )
        })}
        <li className="mt-auto flex flex-col gap-3 border-line border-t pt-3">
          {setting}
          <button type="button" onClick={onLogout} className={sidebarEntryClass()}>
            <LogOut aria-hidden />
            Logout
          </button>
        </li>
      </ul>
    </nav>
  )
}
