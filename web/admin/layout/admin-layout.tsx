import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageRoutes } from '#contract/pages.ts'
import { PaletteButton } from '#web/admin/palette/palette-button.tsx'
import { ThemeSwitch } from '#web/admin/theme/theme-switch.tsx'
import { useTheme } from '#web/admin/theme/use-theme.ts'
import { paths } from '#web/paths.ts'
import { PortalShell } from '#web/shared/portal/portal-shell.tsx'
import { SignedIn } from '#web/shared/portal/signed-in.tsx'
import { useLogout } from '#web/shared/portal/use-sign-out-redirect.ts'
import { useRouter } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { adminEntries } from './admin-entries.ts'
import { StaffPermissions, useCan } from './use-can.ts'

/** The frame of every staff page. */
export function AdminLayout({ children }: { children: ReactNode }) {
  useTheme()
  return (
    <SignedIn as="admin" loginPath={paths.adminLogin()}>
      {(user) => (
        <StaffPermissions value={user.permissions}>
          <AdminFrame email={user.email}>{children}</AdminFrame>
        </StaffPermissions>
      )}
    </SignedIn>
  )
}

function AdminFrame({ email, children }: { email: string | null; children: ReactNode }) {
  const logout = useLogout(paths.adminLogin())
  const { path } = useRouter()
  const can = useCan()
  const isAllowed = adminEntries.every(({ href, permission }) => href !== path || can(permission))
  return (
    <PortalShell
      label="Staff"
      entries={adminEntries.filter(({ permission }) => can(permission))}
      onLogout={() => void logout()}
      setting={<ThemeSwitch />}
      header={
        <>
          <h2 className="whitespace-nowrap text-base">Admin Portal</h2>
          <div className="ml-auto flex min-w-0 items-center gap-3 sm:gap-4">
            <PaletteButton />
            <SiteLink
              href={pageRoutes.adminAccount}
              title="Your account"
              className="min-w-0 truncate rounded text-muted text-sm underline-offset-3 hover:underline"
            >
              {email}
            </SiteLink>
          </div>
        </>
      }
    >
      {isAllowed ? children : <NoAccess />}
    </PortalShell>
  )
}

function NoAccess() {
  return (
    <>
      <h1 className="sr-only">No access</h1>
      <EmptyState
        icon={Lock}
        title="You don't have access to this page"
        text="Ask an owner of the shop if you need it."
      />
    </>
  )
}
