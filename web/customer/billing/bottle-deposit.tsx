import { useQuery } from '@tanstack/react-query'
import { bottleText } from '#contract/text/bottle-text.ts'
import { depositQuery } from '#web/api/deposits.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'

const kindTexts = {
  charged: 'charged',
  returned: 'returned',
  moved_in: 'imported',
  cancelled: 'of a cancelled order',
} as const

/** Rule 42: hidden until a deposit was charged. */
export function BottleDeposit() {
  const { data } = useQuery(depositQuery)
  if (!data || (data.movements.length === 0 && data.bottles === 0)) return null
  return (
    <Card aria-labelledby="bottle-deposit">
      <CardHeader>
        <CardTitle id="bottle-deposit">Bottle deposit</CardTitle>
        <p className="text-muted">
          You get the deposit back as account credit when you return the bottles.
        </p>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        <p className="font-extrabold text-2xl tabular-nums tracking-tight">${data.amount}</p>
        <p>{bottleText(data.bottles)} on deposit</p>
        {data.movements.length > 0 ? (
          <ul aria-label="Deposits charged and returned" className="flex flex-col gap-2">
            {data.movements.map(({ kind, at, bottles, amount }) => (
              <li
                key={`${at}-${kind}-${bottles}`}
                className="flex justify-between gap-4 border-line border-t pt-2"
              >
                <span>
                  {bottleText(bottles)} {kindTexts[kind]}
                  <span className="block text-muted text-sm">{formatDay(at)}</span>
                </span>
                <span className="font-semibold tabular-nums">
                  {kind === 'returned' ? '-' : ''}${amount}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </CardBody>
    </Card>
  )
}
