import { useQuery } from '@tanstack/react-query'
import { creditQuery } from '#web/api/credit.ts'
import { CreditList } from '#web/shared/orders/credit-list.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The customer's account credit. Hidden if the backend doesn't support it. */
export function AccountCredit() {
  const { data: credit, error, refetch } = useQuery(creditQuery)
  if (credit === null) return null
  return (
    <Card aria-labelledby="account-credit" aria-busy={!credit && !error}>
      <CardHeader>
        <CardTitle id="account-credit">Account credit</CardTitle>
        <p className="text-muted">
          We use your credit first, before we charge your card for a delivery or for an order that
          you place while logged in.
        </p>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        {credit ? (
          <>
            <p className="font-extrabold text-2xl tabular-nums tracking-tight">${credit.balance}</p>
            {credit.entries.length > 0 ? (
              <CreditList entries={credit.entries} />
            ) : (
              <p className="text-muted">You don't have any credit yet.</p>
            )}
          </>
        ) : error ? (
          <Alert
            tone="warning"
            title="We couldn't load your credit"
            action={
              <Button variant="secondary" size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        ) : (
          <Skeleton className="h-16" />
        )}
      </CardBody>
    </Card>
  )
}
