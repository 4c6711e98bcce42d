import type { ReactNode } from 'react'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'

/** The section with the card form, the same on every page that has one. */
export const PaymentInformation = ({ children }: { children: ReactNode }) => (
  <Card aria-labelledby="payment-information">
    <CardHeader>
      <CardTitle id="payment-information">Payment Information</CardTitle>
    </CardHeader>
    <CardBody>{children}</CardBody>
  </Card>
)
