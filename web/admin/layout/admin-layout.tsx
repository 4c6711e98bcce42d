import type { ReactNode } from 'react'
import { PaletteButton } from '#web/admin/palette/palette-button.tsx'
import { ThemeSwitch } from '#web/admin/theme/theme-switch.tsx'
import { useTheme } from '#web/admin/theme/use-theme.ts'
import { paths } from '#web/paths.ts'
import { PortalShell } from '#web/shared/portal/portal-shell.tsx'
import { SignedIn } from '#web/shared/portal/signed-in.tsx'
import { useLogout } from '#web/shared/portal/use-sign-out-redirect.ts'
import { adminEntries } from './admin-entries.ts'

/** The frame of every staff page. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const logout = useLogout(paths.adminLogin())
  useTheme()
  return (
    <SignedIn as="admin" loginPath={paths.adminLogin()}>
      {(user) => (
        <PortalShell
          label="Staff"
          entries={adminEntries}
          onLogout={() => void logout()}
          setting={<ThemeSwitch />}
          header={
            <>
              <h2 className="whitespace-nowrap text-base">Admin Portal</h2>
              <div className="ml-auto flex min-w-0 items-center gap-3 sm:gap-4">
                <PaletteButton />
                <p className="min-w-0 truncate text-muted text-sm">{user.email}</p>
              </div>
            </>
          }
        >
          {children}
        </PortalShell>
      )}
    </SignedIn>
  )
}
