import { Lock } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { pageRoutes } from '#contract/pages.ts'
import { useOpenCases } from '#web/admin/cases/use-open-cases.ts'
import { ConfirmationDialog } from '#web/admin/confirm/confirmation-dialog.tsx'
import { PaletteButton } from '#web/admin/palette/palette-button.tsx'
import { ThemeSwitch } from '#web/admin/theme/theme-switch.tsx'
import { useTheme } from '#web/admin/theme/use-theme.ts'
import type { KnownUser } from '#web/api/adapt/users.ts'
import { paths } from '#web/paths.ts'
import { PortalShell } from '#web/shared/portal/portal-shell.tsx'
import { SignedIn } from '#web/shared/portal/signed-in.tsx'
import { useLogout } from '#web/shared/portal/use-sign-out-redirect.ts'
import { useRouter } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { adminEntries } from './admin-entries.ts'
import { TwoStepBanner } from './two-step-banner.tsx'
import { StaffPermissions, useCan } from './use-can.ts'

/** Rule 37: the only page of an account whose set-up is overdue. */
const TwoStepOverdue = lazy(async () => {
  const page = await import('#web/admin/account/two-step/two-step-overdue.tsx')
  return { default: page.TwoStepOverdue }
})

/** The frame of every staff page. */
export function AdminLayout({ children }: { children: ReactNode }) {
  useTheme()
  return (
    <SignedIn as="admin" loginPath={paths.adminLogin()}>
      {(user) => (
        <StaffPermissions value={user.permissions}>
          <AdminFrame user={user}>{children}</AdminFrame>
          <ConfirmationDialog hasTwoStep={user.twoStep?.isOn ?? false} />
        </StaffPermissions>
      )}
    </SignedIn>
  )
}

function AdminFrame({ user, children }: { user: KnownUser; children: ReactNode }) {
  const logout = useLogout(paths.adminLogin())
  const { path } = useRouter()
  const can = useCan()
  const { email, twoStep } = user
  const isOverdue = twoStep?.isOverdue ?? false
  const openCases = useOpenCases(!isOverdue)
  const entries = adminEntries
    .filter(({ permission }) => can(permission))
    .map((entry) => (entry.href === pageRoutes.adminCases ? { ...entry, count: openCases } : entry))
  const isAllowed = adminEntries.every(({ href, permission }) => href !== path || can(permission))
  return (
    <PortalShell
      label="Staff"
      entries={isOverdue ? [] : entries}
      onLogout={() => void logout()}
      setting={<ThemeSwitch />}
      header={
        <>
          <h2 className="whitespace-nowrap text-base">Admin Portal</h2>
          <div className="ml-auto flex min-w-0 items-center gap-3 sm:gap-4">
            {isOverdue ? null : <PaletteButton />}
            <SiteLink
              href={pageRoutes.adminAccount}
              title="Your account"
              className="min-w-0 truncate rounded text-muted text-sm leading-11 underline-offset-3 hover:underline"
            >
              {email}
            </SiteLink>
          </div>
        </>
      }
    >
      {isOverdue ? (
        <Suspense fallback={<Spinner label="Loading" />}>
          <TwoStepOverdue />
        </Suspense>
      ) : (
        <>
          <TwoStepBanner twoStep={twoStep} />
          {isAllowed ? children : <NoAccess />}
        </>
      )}
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
