import { pageData } from '#web/api/page-data.ts'
import { LegalContact, LegalPage, LegalSection } from './legal-page.tsx'

export default function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro={
        <>
          {pageData().shop.name} collects only the information we need to deliver your water. This
          page explains what we collect, how we use it, and the choices you have.
        </>
      }
    >
      <LegalSection title="Information We Collect">
        <p>When you place an order or log in, we collect:</p>
        <ul>
          <li>
            <strong>Contact details:</strong> your name, email address and phone number.
          </li>
          <li>
            <strong>Delivery details:</strong> your street address, city, state and ZIP code, and
            your delivery dates.
          </li>
          <li>
            <strong>Order details:</strong> what you bought, what you paid, delivery status and, for
            subscriptions, how often we deliver.
          </li>
          <li>
            <strong>Payment details:</strong> our payment provider collects your card number. We
            never see or store it. We keep only a reference to the payment.
          </li>
          <li>
            <strong>Technical data:</strong> information such as your IP address, which we use to
            run and protect the site and keep only as long as we need it.
          </li>
        </ul>
        <p>
          We store your cart in your browser. We use only the cookies needed for login and checkout.
          We don't use advertising or tracking cookies.
        </p>
      </LegalSection>
      <LegalSection title="How We Use Your Information">
        <ul>
          <li>To take, deliver and invoice your orders, and to charge recurring deliveries.</li>
          <li>To email you confirmations, reminders, login links, changes and refunds.</li>
          <li>To plan our routes and answer your questions.</li>
          <li>To prevent fraud and misuse, and to keep the records the law requires.</li>
        </ul>
        <p>We don't send marketing email unless you ask for it.</p>
      </LegalSection>
      <LegalSection title="Data Security">
        <p>
          We encrypt pages and payments. Card details go directly to our payment provider. You log
          in with a one-time emailed link that expires in 1 hour, so there's no password to steal.
          Only staff who need your information can see it, and we log the changes they make. No
          system is perfectly secure. If a breach affects your information, we'll tell you.
        </p>
      </LegalSection>
      <LegalSection title="Information Sharing">
        <p>We don't sell your information. We share it only with:</p>
        <ul>
          <li>our payment provider, to take payments and make refunds;</li>
          <li>the companies that host our systems and send our email, on our instructions;</li>
          <li>drivers, who see only what they need to deliver your order;</li>
          <li>authorities, when the law requires it.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Your Rights">
        <p>You may ask us at any time to:</p>
        <ul>
          <li>show you the information we hold about you, or send you a copy;</li>
          <li>correct information that's wrong;</li>
          <li>delete information we no longer need to serve you or to comply with the law;</li>
          <li>stop using your information for a purpose you object to.</li>
        </ul>
        <p>
          Email or call us. We'll reply within 30 days. You can see your orders, invoices and
          subscriptions in your account at any time.
        </p>
      </LegalSection>
      <LegalContact>Questions about your privacy? Contact us:</LegalContact>
    </LegalPage>
  )
}
