import { useCallback } from 'react'
import { formatCents } from '#contract/money.ts'
import type { CardFormProps } from './card-form.ts'
import { confirmWithCard } from './confirm-with-card.ts'
import { type CardInputControls, SandboxCardFields } from './sandbox-card-fields.tsx'

/** The sandbox's card form for payments. */
export function SandboxCardForm({ amountCents, isSetup, onReady }: CardFormProps) {
  const passControls = useCallback(
    (fields: CardInputControls | undefined) =>
      onReady(
        fields && {
          check: async (options) => fields.check(options),
          confirm: ({ clientSecret }) =>
            confirmWithCard(clientSecret, fields.input(), fields.authenticate),
        },
      ),
    [onReady],
  )
  return (
    <SandboxCardFields
      onReady={passControls}
      challengeText={
        isSetup ? (
          'Saving your card.'
        ) : (
          <>
            Payment of <strong className="tabular-nums">{formatCents(amountCents)}</strong>.
          </>
        )
      }
    />
  )
}
