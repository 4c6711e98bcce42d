import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  Checklist,
  ConfirmableItem,
  readChecklist,
  sendTestEmail as sendTestEmailEndpoint,
} from '#contract/staff/checklist.ts'
import { call, send } from './staff-client.ts'

export const checklistQuery = queryOptions({
  queryKey: [apiPaths.adminChecklist],
  queryFn: ({ signal }) =>
    call<typeof readChecklist>({ method: 'GET', path: apiPaths.adminChecklist }, signal),
})

export const confirmChecklistItem = async (item: ConfirmableItem, doneOn?: string) =>
  (await send('POST', apiPaths.adminChecklistConfirmations, { item, doneOn })) as Checklist

export const sendTestEmail = () =>
  call<typeof sendTestEmailEndpoint>({ method: 'POST', path: apiPaths.adminChecklistTestEmail })
