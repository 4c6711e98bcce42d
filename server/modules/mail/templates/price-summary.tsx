import { Column, Hr, Row, Text } from '@react-email/components'
import type { OrderEmailData } from '../email-data.ts'
import { line } from './style.ts'

/** Items, price lines and total; below them what account credit and the card pay. */
export function PriceSummary({ email }: { email: OrderEmailData }) {
  return (
    <>
      <Hr style={rule} />
      {email.items.map((item) => (
        <PriceRow
          key={item.name}
          label={`${item.quantity} × ${item.name}`}
          amount={`$${item.amount}`}
        />
      ))}
      <Hr style={rule} />
      <PriceRow label="Subtotal" amount={`$${email.subtotal}`} />
      {email.adjustments.map(({ label, amount }) => (
        <PriceRow key={label} label={label} amount={amount} />
      ))}
      <PriceRow label="Delivery" amount="FREE" />
      <PriceRow label="Total" amount={`$${email.total}`} isStrong />
      {email.credit && <PriceRow label="Account credit" amount={`-$${email.credit.used}`} />}
      {email.credit && <PriceRow label="Card payment" amount={`$${email.credit.due}`} />}
      <Hr style={rule} />
    </>
  )
}

function PriceRow({
  label,
  amount,
  isStrong = false,
}: {
  label: string
  amount: string
  isStrong?: boolean
}) {
  const style = isStrong ? strongPrice : price
  return (
    <Row>
      <Column>
        <Text style={style}>{label}</Text>
      </Column>
      <Column align="right">
        <Text style={style}>{amount}</Text>
      </Column>
    </Row>
  )
}

const rule = { borderColor: line, margin: '16px 0' }
const price = { fontSize: '15px', lineHeight: '24px', margin: '2px 0', fontWeight: 400 }
const strongPrice = { ...price, fontWeight: 700 }
