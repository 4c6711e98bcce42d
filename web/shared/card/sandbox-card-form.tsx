import { useCallback } from 'react'
import { formatCents } from '#contract/money.ts'
import type { CardFormProps } from './card-form.ts'
import { confirmWithCard } from './confirm-with-card.ts'
import { type CardInputControls, SandboxCardFields } from './sandbox-card-fields.tsx'

/** The sandbox's fields, paying an intent. */
export function SandboxCardForm({ amountCents, onReady }: CardFormProps) {
  const handOver = useCallback(
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
      onReady={handOver}
      challengeText={
        <>
          Payment of <strong className="tabular-nums">{formatCents(amountCents)}</strong>.
        </>
      }
    />
  )
}
