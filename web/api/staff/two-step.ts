import { queryOptions } from '@tanstack/react-query'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type {
  activateTwoStep as activateTwoStepEndpoint,
  Confirmation,
  confirmSession as confirmSessionEndpoint,
  readTwoStep,
  replaceRecoveryCodes as replaceRecoveryCodesEndpoint,
  resetTwoStep as resetTwoStepEndpoint,
  setUpTwoStep as setUpTwoStepEndpoint,
  turnOffTwoStep as turnOffTwoStepEndpoint,
} from '#contract/staff/two-step.ts'
import { call } from './staff-client.ts'

export const twoStepQuery = queryOptions({
  queryKey: [accountPaths.ownTwoStep],
  queryFn: ({ signal }) =>
    call<typeof readTwoStep>({ method: 'GET', path: accountPaths.ownTwoStep }, signal),
})

export const setUpTwoStep = () =>
  call<typeof setUpTwoStepEndpoint>({ method: 'POST', path: accountPaths.twoStepSetUp })

export const activateTwoStep = (code: string) =>
  call<typeof activateTwoStepEndpoint>({
    method: 'POST',
    path: accountPaths.twoStepActivate,
    body: { code },
  })

export const replaceRecoveryCodes = (code: string) =>
  call<typeof replaceRecoveryCodesEndpoint>({
    method: 'POST',
    path: accountPaths.recoveryCodes,
    body: { code },
  })

export const turnOffTwoStep = (code: string) =>
  call<typeof turnOffTwoStepEndpoint>({
    method: 'POST',
    path: accountPaths.twoStepTurnOff,
    body: { code },
  })

export const resetTwoStep = (id: string) =>
  call<typeof resetTwoStepEndpoint>({
    method: 'POST',
    path: accountPaths.resetTwoStep,
    params: { id },
  })

export const confirmSession = (body: Confirmation) =>
  call<typeof confirmSessionEndpoint>({ method: 'POST', path: accountPaths.confirm, body })
