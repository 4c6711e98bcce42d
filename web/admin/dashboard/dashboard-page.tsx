import { CalendarClock, Package, Truck, Users } from 'lucide-react'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { schedulesQuery, trucksQuery } from '#web/api/delivery.ts'
import { customersQuery, staffOrdersQuery } from '#web/api/staff.ts'
import { PageHeading } from '#web/shared/page-heading.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { OpenAlerts } from './open-alerts.tsx'
import { Pictures } from './pictures/pictures.tsx'
import { SetAsidePayments } from './set-aside-payments.tsx'
import { useCount } from './use-count.ts'

export default function DashboardPage() {
  return (
    <AdminLayout>
      <PageHeading title="Dashboard" text="Today's numbers and what needs attention." hasTimes />
      <OpenAlerts />
      <SetAsidePayments />
      <Stats />
      <Pictures />
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
