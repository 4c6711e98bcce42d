import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnTwoStep } from '#contract/staff/two-step.ts'
import { failureText } from '#web/api/failures.ts'
import { sessionQuery } from '#web/api/session.ts'
import {
  replaceRecoveryCodes,
  setUpTwoStep,
  turnOffTwoStep,
  twoStepQuery,
} from '#web/api/staff/two-step.ts'
import { formatDay } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActivateForm } from './activate-form.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'

const showError = (error: unknown, fallback: string) =>
  toast({ title: 'Error', description: failureText(error, fallback), variant: 'destructive' })

/** Two-step verification of the own account: set-up, recovery codes, turning it off. */
export function TwoStepCard() {
  const { data, error, refetch } = useQuery(twoStepQuery)
  const [codes, setCodes] = useState<readonly string[]>()
  const queries = useQueryClient()
  const refresh = async () => {
    setCodes(undefined)
    await queries.invalidateQueries({ queryKey: twoStepQuery.queryKey })
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  if (error && !data) {
    return (
      <LoadError
        title="We couldn't load two-step verification"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Card aria-labelledby="two-step" aria-busy={!data}>
      <CardHeader>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CardTitle id="two-step">Two-step verification</CardTitle>
          {data?.isOn ? <Badge tone="success">On</Badge> : null}
        </div>
        <p className="text-muted text-sm">
          Log in with your password and a code from an app on your phone.
        </p>
      </CardHeader>
      <CardBody>
        {codes ? <RecoveryCodeList codes={codes} onDone={() => void refresh()} /> : null}
        {!codes && data?.isOn ? (
          <TwoStepOn state={data} onCodes={setCodes} onOff={() => void refresh()} />
        ) : null}
        {!codes && data && !data.isOn ? <TwoStepOff onCodes={setCodes} /> : null}
        {data ? null : <Skeleton className="h-24" />}
      </CardBody>
    </Card>
  )
}

type OnCodes = (codes: readonly string[]) => void

function TwoStepOff({ onCodes }: { onCodes: OnCodes }) {
  const start = useMutation({
    mutationFn: setUpTwoStep,
    onError: (error) => showError(error, 'Failed to start the set-up'),
  })
  if (start.data) return <ActivateForm secret={start.data} onCodes={onCodes} />
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-sm">
        You need an authenticator app, such as the one of your password manager.
      </p>
      <Button onClick={() => start.mutate()} disabled={start.isPending}>
        {start.isPending ? 'Starting...' : 'Set up two-step verification'}
      </Button>
    </div>
  )
}

type TwoStepOnProps = { state: OwnTwoStep; onCodes: OnCodes; onOff: () => void }

function TwoStepOn({ state: { activatedAt, recoveryCodesLeft }, onCodes, onOff }: TwoStepOnProps) {
  const [dialog, setDialog] = useState<'codes' | 'off'>()
  const onClose = () => setDialog(undefined)
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p>
        On since {formatDay(activatedAt)}. You have {recoveryCodesLeft} recovery{' '}
        {recoveryCodesLeft === 1 ? 'code' : 'codes'} left.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => setDialog('codes')}>
          Make new recovery codes
        </Button>
        <Button variant="dangerSubtle" size="small" onClick={() => setDialog('off')}>
          Turn off
        </Button>
      </div>
      {dialog === 'codes' ? (
        <CodeDialog
          title="Make new recovery codes"
          description="The codes that you have now will no longer work."
          submitLabel="Make new codes"
          errorMessage="Failed to make new codes"
          send={replaceRecoveryCodes}
          onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
          onClose={onClose}
        />
      ) : null}
      {dialog === 'off' ? (
        <CodeDialog
          title="Turn off two-step verification"
          description="You'll log in with your password alone."
          submitLabel="Turn off"
          errorMessage="Failed to turn it off"
          send={turnOffTwoStep}
          onDone={() => {
            toast({ title: 'Two-step verification is off' })
            onOff()
          }}
          onClose={onClose}
        />
      ) : null}
    </div>
  )
}
