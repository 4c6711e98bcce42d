import {
  CalendarClock,
  LayoutDashboard,
  Package,
  Repeat,
  ScrollText,
  Truck,
  Users,
} from 'lucide-react'
import { paths } from '#web/paths.ts'
import type { PortalEntry } from '#web/shared/portal/portal-shell.tsx'

/** The staff pages in the order of the sidebar. */
export const adminEntries: readonly PortalEntry[] = [
  { name: 'Dashboard', href: paths.adminDashboard(), icon: LayoutDashboard },
  { name: 'Customers', href: paths.adminCustomers(), icon: Users },
  { name: 'Orders', href: paths.adminOrders(), icon: Package },
  { name: 'Trucks', href: paths.adminTrucks(), icon: Truck },
  { name: 'Schedules', href: paths.adminSchedules(), icon: CalendarClock },
  { name: 'Subscriptions', href: paths.adminSubscriptions(), icon: Repeat },
  { name: 'Activity log', href: paths.adminAudit(), icon: ScrollText },
]
