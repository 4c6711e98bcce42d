import {
  BookOpen,
  Boxes,
  CalendarClock,
  ChartNoAxesColumn,
  LayoutDashboard,
  MapPinned,
  MessageSquareWarning,
  Milk,
  Package,
  Repeat,
  Route,
  ScrollText,
  Settings,
  Truck,
  Users,
  UsersRound,
} from 'lucide-react'
import { pageRoutes } from '#contract/pages.ts'
import type { Permission } from '#contract/staff/permissions.ts'
import { paths } from '#web/paths.ts'
import type { PortalEntry } from '#web/shared/portal/portal-shell.tsx'

type AdminEntry = PortalEntry & { permission: Permission }

/** The staff pages in the order of the sidebar, with the permission that each needs. */
export const adminEntries: readonly AdminEntry[] = [
  {
    name: 'Dashboard',
    href: paths.adminDashboard(),
    icon: LayoutDashboard,
    permission: 'dashboard.read',
  },
  { name: 'Customers', href: paths.adminCustomers(), icon: Users, permission: 'customers.read' },
  { name: 'Orders', href: paths.adminOrders(), icon: Package, permission: 'orders.read' },
  {
    name: 'Cases',
    href: pageRoutes.adminCases,
    icon: MessageSquareWarning,
    permission: 'cases.read',
  },
  { name: 'Trucks', href: paths.adminTrucks(), icon: Truck, permission: 'trucks.read' },
  {
    name: 'Schedules',
    href: paths.adminSchedules(),
    icon: CalendarClock,
    permission: 'schedules.read',
  },
  { name: 'Routes', href: pageRoutes.adminRoutes, icon: Route, permission: 'schedules.read' },
  { name: 'Zones', href: pageRoutes.adminZones, icon: MapPinned, permission: 'zones.read' },
  {
    name: 'Outlook',
    href: pageRoutes.adminOutlook,
    icon: ChartNoAxesColumn,
    permission: 'zones.read',
  },
  { name: 'Bottles', href: pageRoutes.adminBottles, icon: Boxes, permission: 'trucks.read' },
  {
    name: 'Subscriptions',
    href: paths.adminSubscriptions(),
    icon: Repeat,
    permission: 'subscriptions.read',
  },
  { name: 'Products', href: paths.adminProducts(), icon: Milk, permission: 'products.read' },
  { name: 'Books', href: pageRoutes.adminBooks, icon: BookOpen, permission: 'payments.read' },
  { name: 'Activity log', href: paths.adminAudit(), icon: ScrollText, permission: 'audit.read' },
  { name: 'Staff', href: pageRoutes.adminStaff, icon: UsersRound, permission: 'staff.manage' },
  { name: 'Settings', href: paths.adminSettings(), icon: Settings, permission: 'settings.manage' },
]
