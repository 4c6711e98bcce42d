import { CalendarClock, Package, Truck, Users } from 'lucide-react'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { schedulesQuery, trucksQuery } from '#web/api/staff/dispatch.ts'
import { customersQuery, staffOrdersQuery } from '#web/api/staff/staff.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { DashboardCharts } from './charts/dashboard-charts.tsx'
import { OpenAlerts } from './open-alerts.tsx'
import { PausedShop } from './paused-shop.tsx'
import { SetAsidePayments } from './set-aside-payments.tsx'
import { useCount } from './use-count.ts'

export default function DashboardPage() {
  return (
    <AdminLayout>
      <PageHeading title="Dashboard" text="Today's numbers and what needs attention." hasTimes />
      <PausedShop />
      <OpenAlerts />
      <SetAsidePayments />
      <Stats />
      <DashboardCharts />
    </AdminLayout>
  )
}

function Stats() {
  const customers = useCount(customersQuery)
  const orders = useCount(staffOrdersQuery)
  const trucks = useCount(trucksQuery, 'available')
  const schedules = useCount(schedulesQuery, 'pending')
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard label="Total Customers" icon={Users} value={customers} />
      <StatCard label="Total Orders" icon={Package} value={orders} />
      <StatCard label="Active Trucks" icon={Truck} value={trucks} />
      <StatCard label="Pending Deliveries" icon={CalendarClock} value={schedules} />
    </div>
  )
}
