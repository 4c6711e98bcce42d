import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CreditCard, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { PortalView } from '#contract/payments/sandbox-portal.ts'
import { hasStatus } from '#web/api/failures.ts'
import { sandboxPortalQuery } from '#web/api/sandbox-portal.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageShell } from '#web/shared/page-shell.tsx'
import { useRouter } from '#web/shared/router.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { AddCardDialog } from './add-card-dialog.tsx'
import { sameOriginUrl } from './same-origin-url.ts'
import { SavedCards } from './saved-cards.tsx'

/** The sandbox's billing portal. Anyone with the link can open it, as with Stripe's portal. */
export default function SandboxBillingPage() {
  const { sessionId = '' } = useRouter().params
  return (
    <PageShell mainClassName="bg-surface-soft">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12">
        <Portal sessionId={sessionId} />
      </div>
    </PageShell>
  )
}

function Portal({ sessionId }: { sessionId: string }) {
  const { data: portal, error, refetch } = useQuery(sandboxPortalQuery(sessionId))
  if (portal) return <Cards sessionId={sessionId} portal={portal} />
  if (hasStatus(error, 404) || hasStatus(error, 400)) {
    return (
      <>
        <h1 className="sr-only">Payment methods</h1>
        <EmptyState
          urgent
          icon={Unlink}
          title="This link has expired"
          text="Open the billing portal again from your account."
        />
      </>
    )
  }
  return (
    <>
      <h1 className="text-3xl">Payment methods</h1>
      {error ? (
        <LoadError
          title="Error Loading Cards"
          text="Failed to load your cards"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingList label="Loading cards" />
      )}
    </>
  )
}

function Cards({ sessionId, portal }: { sessionId: string; portal: PortalView }) {
  const [isAdding, setIsAdding] = useState(false)
  const returnUrl = sameOriginUrl(portal.returnUrl)
  return (
    <>
      <div>
        {returnUrl ? (
          <a href={returnUrl} className={buttonClass('ghost', 'medium', '-ml-3 mb-2 px-3')}>
            <ArrowLeft aria-hidden className="size-4" />
            Back to your account
          </a>
        ) : null}
        <h1 className="text-3xl">Payment methods</h1>
        {portal.email ? <p className="wrap-anywhere mt-1.5 text-muted">{portal.email}</p> : null}
      </div>
      <Card aria-labelledby="saved-cards">
        <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
          <CardTitle id="saved-cards">Saved cards</CardTitle>
          <Button size="small" onClick={() => setIsAdding(true)}>
            <CreditCard aria-hidden className="size-4" />
            Add card
          </Button>
        </CardHeader>
        <CardBody>
          {portal.cards.length > 0 ? (
            <SavedCards sessionId={sessionId} cards={portal.cards} />
          ) : (
            <p className="text-muted">No saved cards</p>
          )}
        </CardBody>
      </Card>
      {isAdding ? <AddCardDialog sessionId={sessionId} onClose={() => setIsAdding(false)} /> : null}
    </>
  )
}
