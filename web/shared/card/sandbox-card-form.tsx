import { useCallback } from 'react'
import { formatCents } from '#contract/money.ts'
import type { CardFormProps } from './card-form.ts'
import { confirmWithCard } from './confirm-with-card.ts'
import { SandboxCardFields, type TypedCardControls } from './sandbox-card-fields.tsx'

/** The sandbox's fields, paying an intent. */
export function SandboxCardForm({ amountCents, onReady }: CardFormProps) {
  const handOver = useCallback(
    (fields: TypedCardControls | undefined) =>
      onReady(
        fields && {
          check: async (options) => fields.check(options),
          confirm: ({ clientSecret }) => confirmWithCard(clientSecret, fields.typed(), fields.ask),
        },
      ),
    [onReady],
  )
  return (
    <SandboxCardFields
      onReady={handOver}
      question={
        <>
          Payment of <strong className="tabular-nums">{formatCents(amountCents)}</strong>.
        </>
      }
    />
  )
}
