import { SUBSCRIPTION_DISCOUNT_PERCENT } from '#contract/pricing-limits.ts'
import { pageData } from '#web/api/page-data.ts'
import { LegalContact, LegalPage, LegalSection } from './legal-page.tsx'

export default function TermsPage() {
  const { shop } = pageData()
  return (
    <LegalPage
      title="Terms of Service"
      intro={<>These terms apply when you buy water from {shop.name}.</>}
    >
      <LegalSection title="Agreement to Terms">
        <p>
          By using this website or placing an order you agree to these terms. If you don't agree
          with them, please don't order. You must be able to enter into a contract under the law
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
            Prices are in US dollars, as shown at checkout. Delivery is free. We don't add anything
            to the total you see.
          </li>
          <li>
            Payment is by card through our card payment provider. We don't store your card number.
          </li>
          <li>
            If an item is unavailable or was priced incorrectly, we'll tell you before we charge
            you, or refund you.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="Subscriptions">
        <ul>
          <li>
            A subscription repeats your order weekly, bi-weekly or monthly at a{' '}
            {SUBSCRIPTION_DISCOUNT_PERCENT}% discount.
          </li>
          <li>
            You pay for the first delivery when you order. After that, we charge your saved card at
            each delivery, at the prices you agreed to. We'll email you the amount before each
            charge, and at least 14 days before you'd pay a higher price.
          </li>
          <li>
            You may pause, change or cancel a subscription at any time in your account. Cancel at
            least {shop.cutoffHours} hours before the next delivery. If you cancel later than that,
            we'll still make and charge for that delivery.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="Delivery">
        <ul>
          <li>
            We deliver on the date you choose, starting the day after you order. For same-day
            delivery, call us to check availability.
          </li>
          <li>
            Make sure your address is correct and our driver can reach your door. Weather and
            traffic can cause delays. If we need to reschedule, we'll let you know.
          </li>
          <li>Once we leave the bottles at your door, they're yours and your responsibility.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Refunds">
        <ul>
          <li>
            If a bottle is damaged, missing or has another problem, tell us within 48 hours of
            delivery. Include a photo if you can.
          </li>
          <li>
            We'll replace it or refund it, your choice. Refunds go to the original payment method
            within 5-7 business days.
          </li>
          <li>If you cancel a paid delivery in time, we'll refund it in full.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Limitation of Liability">
        <p>
          To the extent the law allows, we aren't liable for indirect or consequential loss, and our
          total liability for any order is capped at the order amount. Nothing here limits legal
          rights that can't be waived.
        </p>
      </LegalSection>
      <LegalSection title="Changes to These Terms">
        <p>
          We may change these terms. The version on this page applies to orders placed while it is
          published. If a change affects your active subscription, we'll email you before it takes
          effect so you can cancel first.
        </p>
      </LegalSection>
      <LegalContact>Questions about these terms? Contact us:</LegalContact>
    </LegalPage>
  )
}
