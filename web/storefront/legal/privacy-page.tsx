import { pageData } from '#web/api/page-data.ts'
import { LegalContact, LegalPage, LegalSection } from './legal-page.tsx'

export default function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro={
        <>
          {pageData().shop.name} delivers water, and asks for no more than that takes. This page
          says what we know about you, why, and what you can do about it.
        </>
      }
    >
      <LegalSection title="Information We Collect">
        <p>When you order, or sign in to your account, we collect:</p>
        <ul>
          <li>
            <strong>Contact details:</strong> your name, email address and phone number.
          </li>
          <li>
            <strong>Delivery details:</strong> your street address, city, state and ZIP code, and
            the dates on which you want water.
          </li>
          <li>
            <strong>Your orders:</strong> what you bought, what it cost, how it was delivered and,
            for subscriptions, how often it comes.
          </li>
          <li>
            <strong>Payment references:</strong> our card payment provider takes your card number.
            We never see or store it; we keep only the provider&rsquo;s reference to the payment.
          </li>
          <li>
            <strong>Technical data:</strong> what a web server needs to answer and protect itself,
            such as your IP address, for as long as it needs it.
          </li>
        </ul>
        <p>
          Your browser keeps the cart you are checking out in its own storage. We set the cookies
          that sign-in and checkout need, and none for advertising or for following you around.
        </p>
      </LegalSection>
      <LegalSection title="How We Use Your Information">
        <ul>
          <li>To take, deliver and invoice your orders, and to charge recurring deliveries.</li>
          <li>
            To write to you about them: confirmations, reminders, sign-in links, changes and
            refunds.
          </li>
          <li>To plan our routes and answer your questions.</li>
          <li>To prevent fraud and misuse, and to keep the records that the law asks for.</li>
        </ul>
        <p>We do not send you advertising that you did not ask for.</p>
      </LegalSection>
      <LegalSection title="Data Security">
        <p>
          Pages and payments travel encrypted. Card details go straight to our payment provider.
          Sign-in is by a link sent to your email address that works once and for one hour, so there
          is no customer password to be stolen. Only staff who need your details to serve you can
          see them, and what they change is recorded. No system is perfectly secure; if yours is
          ever affected by a breach, we will tell you.
        </p>
      </LegalSection>
      <LegalSection title="Information Sharing">
        <p>We do not sell your information. We share it only with:</p>
        <ul>
          <li>our card payment provider, to take payments and make refunds;</li>
          <li>the companies that host our systems and send our email, on our instructions;</li>
          <li>the drivers who bring your water, as far as they need it;</li>
          <li>authorities, where the law obliges us to.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Your Rights">
        <p>You may ask us at any time to:</p>
        <ul>
          <li>show you the information we hold about you, or send you a copy;</li>
          <li>correct what is wrong;</li>
          <li>delete what we no longer need to serve you or to meet a legal duty;</li>
          <li>stop using it for a purpose that you do not agree with.</li>
        </ul>
        <p>
          Write to us or call us; we answer within 30 days. Your orders, invoices and subscriptions
          are always there to be read in your account.
        </p>
      </LegalSection>
      <LegalContact>Questions about your privacy reach us here:</LegalContact>
    </LegalPage>
  )
}
