import '#web/shared/statements/print.css'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileX } from 'lucide-react'
import { invoiceQuery } from '#web/api/customer.ts'
import { hasStatus } from '#web/api/failures.ts'
import { CustomerLayout } from '#web/customer/layout/customer-layout.tsx'
import { paths } from '#web/paths.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { useRouter } from '#web/shared/router.ts'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { InvoiceCard } from './invoice-card.tsx'
import { usePrint } from './use-print.ts'

export default function InvoicePage() {
  const { orderId = '' } = useRouter().params
  return (
    <CustomerLayout>
      <h1 className="sr-only">Invoice</h1>
      <div className="max-w-4xl print:max-w-none">
        <Invoice orderId={orderId} />
      </div>
    </CustomerLayout>
  )
}

function Invoice({ orderId }: { orderId: string }) {
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(orderId))
  const { print } = usePrint()

  if (invoice) {
    return (
      <>
        <BackToInvoices />
        <InvoiceCard invoice={invoice} onPrint={() => print(invoice.invoiceNumber)} />
      </>
    )
  }
  // The server rejects a malformed id with 400. For the customer it is the same as not found.
  if (invoice === null || hasStatus(error, 404) || hasStatus(error, 400)) {
    return (
      <EmptyState
        urgent
        icon={FileX}
        title="Invoice not found"
        text="We couldn't find this invoice in your account."
        action={<BackToInvoices isMain />}
      />
    )
  }
  if (error) {
    return (
      <>
        <BackToInvoices />
        <LoadError
          title="Error Loading Invoice"
          text="Failed to load invoice"
          error={error}
          onRetry={() => void refetch()}
        />
      </>
    )
  }
  return <LoadingList label="Loading invoice" />
}

function BackToInvoices({ isMain = false }: { isMain?: boolean }) {
  const go = useAppNavigate()
  return (
    <Button
      variant={isMain ? 'primary' : 'ghost'}
      className={isMain ? '' : '-ml-3 mb-3 px-3 print:hidden'}
      onClick={() => go(paths.customerInvoices())}
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back to Invoices
    </Button>
  )
}
