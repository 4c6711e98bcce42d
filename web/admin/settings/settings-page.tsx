import { useQuery } from '@tanstack/react-query'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { settingsQuery } from '#web/api/staff/settings.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Backups } from './backups/backups.tsx'
import { DeliveryTimes } from './calendar/delivery-times.tsx'
import { GoingLive } from './checklist/going-live.tsx'
import { ClosedDates } from './closed-dates/closed-dates.tsx'
import { Planning } from './planning/planning.tsx'
import { PriceIncreases } from './price-increases.tsx'
import { RouteDays } from './route-days.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ShopDetails } from './shop-details.tsx'
import { BottleDeposit } from './tax/bottle-deposit.tsx'
import { SalesTax } from './tax/sales-tax.tsx'

export default function SettingsPage() {
  return (
    <AdminLayout>
      <PageHeading
        hasTimes
        title="Settings"
        text="Manage your shop's details, delivery times, taxes and deposits."
      />
      <Settings />
    </AdminLayout>
  )
}

function Settings() {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) {
    return (
      <div className="flex flex-col gap-10">
        <SettingsNav />
        <ShopDetails settings={data} />
        <DeliveryTimes settings={data} />
        <ClosedDates settings={data} />
        <RouteDays settings={data} />
        <Planning settings={data} />
        <SalesTax settings={data} />
        <PriceIncreases settings={data} />
        <BottleDeposit settings={data} />
        <Backups />
        <GoingLive />
      </div>
    )
  }
  if (!error) return <LoadingSettings />
  return (
    <LoadError
      title="We couldn't load the settings"
      text="Nothing was changed. Try again."
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function LoadingSettings() {
  return (
    <SettingsSection title="Shop details" text="Loading...">
      <Card aria-label="Loading settings" aria-busy className="grid gap-5 p-5 sm:p-7">
        {['name', 'phone', 'email', 'city'].map((field) => (
          <div key={field} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-12" />
          </div>
        ))}
      </Card>
    </SettingsSection>
  )
}
