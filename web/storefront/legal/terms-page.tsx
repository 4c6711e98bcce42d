import { SUBSCRIPTION_DISCOUNT_PERCENT } from '#contract/pricing-limits.ts'
import { pageData } from '#web/api/page-data.ts'
import { LegalContact, LegalPage, LegalSection } from './legal-page.tsx'

export default function TermsPage() {
  const { shop } = pageData()
  return (
    <LegalPage
      title="Terms of Service"
      intro={<>These are the terms on which {shop.name} sells and delivers water to you.</>}
    >
      <LegalSection title="Agreement to Terms">
        <p>
          By using this website or placing an order you agree to these terms. If you do not agree
          with them, please do not order. You must be able to enter into a contract under the law
          that applies to you.
        </p>
      </LegalSection>
      <LegalSection title="Our Service">
        <p>
          We sell bottled water in 3-gallon and 5-gallon bottles and deliver it to homes and
          businesses, as one-time purchases or as recurring deliveries. There is no contract term
          and no minimum order.
        </p>
      </LegalSection>
      <LegalSection title="Orders and Payment">
        <ul>
          <li>An order is accepted when your payment has been confirmed.</li>
          <li>
            Prices are in US dollars and are those shown at checkout. Delivery is free, and nothing
            is added to the total that you see.
          </li>
          <li>
            Payment is by card through our card payment provider. We do not store your card number.
          </li>
          <li>
            If something that you ordered is no longer available, or its price was wrong, we tell
            you before anything is charged, or refund it.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="Subscriptions">
        <ul>
          <li>
            A subscription delivers your order again weekly, bi-weekly or monthly, at a discount of{' '}
            {SUBSCRIPTION_DISCOUNT_PERCENT}%.
          </li>
          <li>
            The first delivery is paid when you order. After that your saved card is charged at each
            delivery, at the prices then in force. We remind you beforehand and name the sum.
          </li>
          <li>
            You may pause, change or cancel a subscription at any time in your account.
            Cancellations must be made at least 24 hours before the next delivery; a delivery that
            is nearer than that still comes and is charged.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="Delivery">
        <ul>
          <li>
            We deliver on the date that you choose, from the day after your order. For same-day
            delivery, where a truck is near, please call us.
          </li>
          <li>
            Please make sure that the address is right and that we can reach the door. Weather and
            traffic can delay us; if a delivery has to move to another day, we let you know.
          </li>
          <li>The bottles are yours, and your responsibility, once they stand at your door.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Refunds">
        <ul>
          <li>
            If a bottle is damaged, missing or not as it should be, tell us within 48 hours of the
            delivery. A photo helps.
          </li>
          <li>
            We then replace it or refund it, as you prefer. Refunds go to the original payment
            method within 5-7 business days.
          </li>
          <li>A paid delivery that you cancel in time is refunded in full.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Limitation of Liability">
        <p>
          As far as the law allows, we are not liable for indirect or consequential loss, and our
          total liability for anything that arises from an order is capped at the order amount.
          Nothing here limits rights that the law gives you and that cannot be waived.
        </p>
      </LegalSection>
      <LegalSection title="Changes to These Terms">
        <p>
          We may change these terms. The version on this page applies to orders placed while it is
          published. If a change affects a running subscription, we write to you before it takes
          effect, so that you can cancel first.
        </p>
      </LegalSection>
      <LegalContact>Questions about these terms reach us here:</LegalContact>
    </LegalPage>
  )
}
