import '#web/shared/statements/print.css'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { invoicesQuery } from '#web/api/customer.ts'
import { BrowseProducts } from '#web/customer/layout/browse-products.tsx'
import { CustomerLayout } from '#web/customer/layout/customer-layout.tsx'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { AccountStatement } from './account-statement.tsx'
import { InvoiceCard } from './invoice-card.tsx'
import { usePrint } from './use-print.ts'

export default function InvoicesPage() {
  return (
    <CustomerLayout>
      <PageHeading title="Invoices" text="Download an invoice to print it or save it as a PDF." />
      <Invoices />
    </CustomerLayout>
  )
}

function Invoices() {
  const { data: invoices, error, refetch } = useQuery(invoicesQuery)
  const { printed, print } = usePrint()

  if (invoices?.length === 0) {
    return (
      <EmptyState
        icon={FileText}
        title="No invoices yet"
        text="Your invoices will appear here after your first order."
        action={<BrowseProducts />}
      />
    )
  }
  if (invoices) {
    return (
      <div className="flex max-w-4xl flex-col gap-6 print:block print:max-w-none">
        <AccountStatement printed={printed} onPrint={print} />
        {invoices.map((invoice) => (
          <InvoiceCard
            key={invoice.invoiceId ?? invoice.invoiceNumber}
            invoice={invoice}
            isHiddenInPrint={printed !== undefined && printed !== invoice.invoiceNumber}
            onPrint={() => print(invoice.invoiceNumber)}
          />
        ))}
      </div>
    )
  }
  if (error) {
    return (
      <LoadError
        title="Error Loading Invoices"
        text="Failed to load invoices"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return <LoadingList label="Loading invoices" />
}
