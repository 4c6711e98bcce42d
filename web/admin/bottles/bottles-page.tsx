import { useQuery } from '@tanstack/react-query'
import { Boxes, CircleOff, Truck, Users } from 'lucide-react'
import { useState } from 'react'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { apiPaths } from '#contract/paths.ts'
import { ImportButton } from '#web/admin/import/import-button.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { DownloadLink } from '#web/admin/list/download-link.tsx'
import { bottleOverviewQuery } from '#web/api/bottles/staff-bottles.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { BeyondOrder, Uncounted } from './closed-deliveries.tsx'
import { CorrectionDialog, type CorrectionStart } from './correction-dialog.tsx'
import { DataTable, Section } from './data-table.tsx'
import { Differences } from './differences.tsx'
import { Holders } from './holders.tsx'
import { Shrinkage } from './shrinkage.tsx'

export default function BottlesPage() {
  const can = useCan()
  return (
    <AdminLayout>
      <PageHeading
        title="Bottles"
        text="See where your bottles are, as counted by your drivers."
        action={
          can('exports.read') ? (
            <DownloadLink href={apiPaths.adminBottlesCsv}>Export</DownloadLink>
          ) : undefined
        }
      />
      <Overview />
    </AdminLayout>
  )
}

function Overview() {
  const { data, error, refetch } = useQuery(bottleOverviewQuery)
  const [start, setStart] = useState<CorrectionStart>()
  const canCorrect = useCan()('credit.create')
  if (!data) {
    return error ? (
      <LoadError
        title="We couldn't load the bottles"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingList label="Loading bottles" />
    )
  }
  return (
    <div className="flex flex-col gap-8">
      <Balances overview={data} />
      {canCorrect ? (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setStart({})}>
            Correct count
          </Button>
          <ImportButton kind="bottles" label="Import counts" />
        </div>
      ) : null}
      <Trucks trucks={data.trucks} />
      <Holders {...(canCorrect && { onCorrect: setStart })} />
      <Differences differences={data.differences} />
      <Shrinkage {...data.shrinkage} />
      <BeyondOrder deliveries={data.beyondOrder} />
      <Uncounted deliveries={data.uncounted} />
      {start ? (
        <CorrectionDialog trucks={data.trucks} start={start} onClose={() => setStart(undefined)} />
      ) : null}
    </div>
  )
}

const total = ({ full, empty, damaged }: BottleOverview['depot']) => full + empty + damaged

function Balances({ overview }: { overview: BottleOverview }) {
  const { depot, trucks, customers, lost, scrapped } = overview
  const onTrucks = trucks.reduce((sum, truck) => sum + total(truck), 0)
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard
        label="At the depot"
        icon={Boxes}
        value={total(depot).toLocaleString('en-US')}
        note={total(depot) < 0 ? 'Not counted yet: correct the count' : undefined}
      />
      <StatCard label="On trucks" icon={Truck} value={onTrucks.toLocaleString('en-US')} />
      <StatCard
        label="At customers"
        icon={Users}
        value={customers.bottles.toLocaleString('en-US')}
        note={customers.holders === 1 ? '1 customer' : `${customers.holders} customers`}
      />
      <StatCard
        label="Lost"
        icon={CircleOff}
        value={lost.toLocaleString('en-US')}
        note={scrapped > 0 ? `${scrapped} scrapped` : undefined}
      />
    </div>
  )
}

const Trucks = ({ trucks }: Pick<BottleOverview, 'trucks'>) => (
  <Section title="Trucks">
    <DataTable
      label="Trucks"
      empty="No truck has bottles on board."
      columns={['Truck', 'Full', 'Empty', 'Damaged']}
      rows={trucks.map(({ truckId, name, full, empty, damaged }) => ({
        key: truckId,
        cells: [name, full, empty, damaged],
      }))}
    />
  </Section>
)
