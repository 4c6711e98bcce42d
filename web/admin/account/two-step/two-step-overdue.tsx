import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { TwoStepCard } from './two-step-card.tsx'

export function TwoStepOverdue() {
  return (
    <>
      <PageHeading
        title="Set up two-step verification"
        text="Owners and managers need it to use the admin portal."
      />
      <div className="max-w-xl">
        <TwoStepCard />
      </div>
    </>
  )
}
