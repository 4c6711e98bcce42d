import { Button, Heading, Link, Text } from '@react-email/components'
import type { PriceIncreaseEmailData } from '../email-data.ts'
import { Layout } from './layout.tsx'
import { belowButton, button, heading, link, mutedText, paragraph } from './style.ts'

const isWithdrawn = ({ kind }: PriceIncreaseEmailData) => kind === 'price_increase_withdrawn'

export const priceIncreaseSubject = (email: PriceIncreaseEmailData) =>
  isWithdrawn(email)
    ? `No price increase: ${email.productName} stays at $${email.oldPrice}`
    : `Price change for your subscription: ${email.productName}`

export function PriceIncreaseEmail({ email }: { email: PriceIncreaseEmailData }) {
  const { shop, publicUrl, number, productName, oldPrice, newPrice } = email
  const sentences = isWithdrawn(email)
    ? [
        `We emailed you that the price of ${productName} would go up to $${newPrice}.`,
        `That price increase is withdrawn. You keep paying $${oldPrice} per bottle, before your 15% discount.`,
        'You don’t need to do anything.',
      ]
    : email.sentences
  return (
    <Layout shop={shop} publicUrl={publicUrl} preview={sentences.join(' ')}>
      <Heading style={heading}>
        {isWithdrawn(email) ? 'Your price stays the same' : 'A price is going up'}
      </Heading>
      <Text style={mutedText}>Subscription {number}</Text>
      {sentences.map((sentence) => (
        <Text key={sentence} style={paragraph}>
          {sentence}
        </Text>
      ))}
      {isWithdrawn(email) ? null : <Choices email={email} />}
    </Layout>
  )
}

/** The linked page asks for confirmation, so that a mail scanner agrees to nothing. */
function Choices({ email }: { email: PriceIncreaseEmailData }) {
  return (
    <>
      {email.agree && (
        <Button href={email.agree.url} style={button}>
          {email.agree.label}
        </Button>
      )}
      <Text style={belowButton}>
        <Link href={email.changeUrl} style={link}>
          Change or cancel
        </Link>
      </Text>
    </>
  )
}
