import { useQuery } from '@tanstack/react-query'
import { CircleCheck, type LucideIcon, PackageX, Unlink } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useState } from 'react'

import { failureText, hasCode, hasStatus } from '#web/api/failures.ts'
import { pageData } from '#web/api/page-data.ts'
import { paths } from '#web/paths.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { navigate, useRouter } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { useReloadOnBfcache } from '#web/storefront/checkout/use-reload-on-bfcache.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { agreementQuery } from './agreement-calls.ts'
import { AgreementForm } from './agreement-form.tsx'
import { readSetupReturn } from './setup-return.ts'

/** The page of the link that an imported customer gets. Opening it agrees to nothing (rule 67). */
export default function AgreementPage() {
  const { token = '' } = useRouter().params
  useReloadOnBfcache()
  const [setup] = useState(() => readSetupReturn(window.location.href))

  // Runs before other code can read or share the URL, which has the client secret.
  useLayoutEffect(() => {
    if (!setup) return
    navigate(setup.href, { replace: true, state: window.history.state })
    if (setup.isCardSaved) return
    const description = "Your bank didn't confirm it. Try again or use a different card."
    toast({ title: 'Card not saved', description, variant: 'destructive' })
  }, [setup])
  return (
    <PageShell mainClassName="bg-surface-soft">
      <div className="mx-auto max-w-6xl px-4 pt-8 pb-16 sm:px-6">
        <AgreementOf token={token} isCardSaved={setup?.isCardSaved ?? false} />
      </div>
    </PageShell>
  )
}

function AgreementOf({ token, isCardSaved }: { token: string; isCardSaved: boolean }) {
  const { data, error, refetch } = useQuery(agreementQuery(token))
  const [answer, setAnswer] = useState<'agreed' | 'declined'>()
  const { phone } = pageData().shop
  const status = answer ?? data?.status
  if (status === 'agreed') {
    return (
      <Message icon={CircleCheck} isGood title="Your subscription is set up">
        We've emailed you the details. Log in to view or change your deliveries.
      </Message>
    )
  }
  if (status === 'declined') {
    return (
      <Message icon={CircleCheck} title="You declined this subscription">
        We won't deliver or charge anything. Changed your mind? Call us at {phone}.
      </Message>
    )
  }
  if (status === 'subscribed') {
    return (
      <Message icon={CircleCheck} isGood title="You already have a subscription">
        We deliver to this address already. To start another subscription, call us at {phone}.
      </Message>
    )
  }
  if (status === 'unavailable') {
    return (
      <Message icon={PackageX} title="Your items are sold out">
        None of your items is available right now. Call us at {phone} to choose other items.
      </Message>
    )
  }
  if (data) {
    return (
      <AgreementForm
        token={token}
        agreement={data}
        isCardSaved={isCardSaved}
        onAnswer={setAnswer}
        onReload={async () => void (await refetch())}
      />
    )
  }
  if (hasCode(error, 'link_invalid')) {
    return (
      <Message icon={Unlink} title="This link has expired">
        Call us at {phone}, and we'll send you a new one.
      </Message>
    )
  }
  if (hasStatus(error, 404) || hasStatus(error, 400)) {
    return (
      <Message icon={Unlink} title="This link isn't valid">
        Open it from the latest email again, or call us at {phone}.
      </Message>
    )
  }
  if (error) {
    return (
      <Centered>
        <h1 className="text-3xl">We couldn't load your subscription</h1>
        <p className="text-muted">
          {failureText(error, "We couldn't reach the server. Nothing was changed.")}
        </p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </Centered>
    )
  }
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <h1 className="sr-only">Your subscription</h1>
      <Spinner label="Loading your subscription" showLabel />
    </div>
  )
}

const Centered = ({ children }: { children: ReactNode }) => (
  <div aria-live="polite" className="flex flex-col items-center gap-4 py-14 text-center">
    {children}
  </div>
)

type MessageProps = { icon: LucideIcon; title: string; isGood?: boolean; children: ReactNode }

function Message({ icon: Icon, title, isGood = false, children }: MessageProps) {
  return (
    <Centered>
      <span
        aria-hidden
        className={`grid size-16 place-items-center rounded-full ${
          isGood ? 'bg-success-soft text-success' : 'bg-action-soft text-action'
        }`}
      >
        <Icon className="size-8" />
      </span>
      <h1 className="text-balance text-2xl sm:text-3xl">{title}</h1>
      <p className="max-w-md text-balance text-muted">{children}</p>
      <SiteLink
        href={isGood ? paths.customerSubscriptions() : paths.home()}
        className={buttonClass('secondary', 'medium', 'mt-2')}
      >
        {isGood ? 'View in my account' : 'Back to Shopping'}
      </SiteLink>
    </Centered>
  )
}
