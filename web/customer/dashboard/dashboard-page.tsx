import { useQuery } from '@tanstack/react-query'
import { Package, Repeat } from 'lucide-react'
import { customerOrdersQuery } from '#web/api/customer.ts'
import { AddressesCard } from '#web/customer/addresses/addresses-card.tsx'
import { BottlesCard } from '#web/customer/bottles/bottles-card.tsx'
import { CustomerLayout } from '#web/customer/layout/customer-layout.tsx'
import { PriceQuestions } from '#web/customer/subscriptions/price-questions.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { DeliveryEmailsCard } from './delivery-emails-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { UpcomingDeliveries } from './upcoming-deliveries.tsx'

export default function DashboardPage() {
  return (
    <CustomerLayout>
      <PageHeading title="Dashboard" text="Your profile, orders and subscriptions." />
      <div className="flex flex-col gap-6">
        <PriceQuestions />
        <OrderStats />
        <UpcomingDeliveries />
        <BottlesCard />
        <ProfileCard />
        <AddressesCard />
        <DeliveryEmailsCard />
        <SessionsCard />
        <PrivacyCard />
      </div>
    </CustomerLayout>
  )
}

function OrderStats() {
  const { data: orders, isError } = useQuery(customerOrdersQuery)
  const unknown = isError ? null : undefined
  const recurring = orders?.filter((order) => order.isRecurring)
  const hasCancelled = recurring?.some(({ status }) => status === 'cancelled')
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:gap-6">
      <StatCard label="Total Orders" icon={Package} value={orders?.length ?? unknown} />
      <StatCard
        label="Active Subscriptions"
        icon={Repeat}
        // Every order flagged recurring counts, whatever its status (spec).
        value={recurring?.length ?? unknown}
        note={hasCancelled ? 'Includes cancelled subscriptions' : undefined}
      />
    </div>
  )
}
