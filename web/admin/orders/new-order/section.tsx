import { type ReactNode, useId } from 'react'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'

/** One part of the form, with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>{title}</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-5">{children}</CardBody>
    </Card>
  )
}
