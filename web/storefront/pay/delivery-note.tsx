import type { OrderView } from '#web/shared/orders/order-view.ts'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'

/** When and where the order is delivered. */
export function DeliveryNote({ view }: { view: OrderView }) {
  return (
    <Card aria-labelledby="order-delivery">
      <CardHeader>
        <CardTitle id="order-delivery">Delivery</CardTitle>
      </CardHeader>
      <CardBody className="wrap-anywhere">
        {view.deliveryDate ? <p className="font-semibold">{view.deliveryDate}</p> : null}
        {view.name ? <p>{view.name}</p> : null}
        {view.address.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </CardBody>
    </Card>
  )
}
