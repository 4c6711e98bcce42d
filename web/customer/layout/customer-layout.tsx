import {
  CircleUserRound,
  CreditCard,
  FileText,
  LayoutDashboard,
  Package,
  Repeat,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { paths } from '#web/paths.ts'
import { type PortalEntry, PortalShell } from '#web/shared/portal/portal-shell.tsx'
import { SignedIn } from '#web/shared/portal/signed-in.tsx'
import { useLogout } from '#web/shared/portal/use-sign-out-redirect.ts'
import { keepDestination, reachDestination } from './destination.ts'

const entries: readonly PortalEntry[] = [
  { name: 'Dashboard', href: paths.customerDashboard(), icon: LayoutDashboard },
  { name: 'Orders', href: paths.customerOrders(), icon: Package },
  { name: 'Invoices', href: paths.customerInvoices(), icon: FileText },
  { name: 'Subscriptions', href: paths.customerSubscriptions(), icon: Repeat },
  { name: 'Billing', href: paths.customerBilling(), icon: CreditCard },
]

/** Layout of every page that requires a logged-in customer. */
export function CustomerLayout({ children }: { children: ReactNode }) {
  const logout = useLogout(paths.customerLogin())
  return (
    <SignedIn as="customer" loginPath={paths.customerLogin()} onLoggedOut={keepDestination}>
      {(user) => (
        <PortalShell
          label="My account"
          entries={entries}
          onLogout={() => void logout()}
          header={
            <p className="ml-auto flex min-w-0 items-center gap-2 text-sm">
              <CircleUserRound aria-hidden className="size-5 shrink-0 text-muted" />
              <span className="truncate font-semibold">{user.email}</span>
            </p>
          }
        >
          <ReachDestination />
          {children}
        </PortalShell>
      )}
    </SignedIn>
  )
}

function ReachDestination() {
  useEffect(reachDestination, [])
  return null
}
