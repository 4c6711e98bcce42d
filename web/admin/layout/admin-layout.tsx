import { CalendarClock, LayoutDashboard, Package, Truck, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { type PortalEntry, PortalShell } from '#web/shared/portal-shell.tsx'
import { SignedIn } from '#web/shared/signed-in.tsx'
import { useLogout } from '#web/shared/use-leave-portal.ts'

const entries: readonly PortalEntry[] = [
  { name: 'Dashboard', href: paths.adminDashboard(), icon: LayoutDashboard },
  { name: 'Customers', href: paths.adminCustomers(), icon: Users },
  { name: 'Orders', href: paths.adminOrders(), icon: Package },
  { name: 'Trucks', href: paths.adminTrucks(), icon: Truck },
  { name: 'Schedules', href: paths.adminSchedules(), icon: CalendarClock },
]

/** Around every page of the staff. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const logout = useLogout(paths.adminLogin())
  return (
    <SignedIn as="admin" loginPath={paths.adminLogin()}>
      {(user) => (
        <PortalShell
          label="Staff"
          entries={entries}
          onLogout={() => void logout()}
          header={
            <>
              <h2 className="whitespace-nowrap text-base">Admin Portal</h2>
              <p className="ml-auto min-w-0 truncate text-muted text-sm">{user.email}</p>
            </>
          }
        >
          {children}
        </PortalShell>
      )}
    </SignedIn>
  )
}
