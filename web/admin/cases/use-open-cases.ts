import { useQuery } from '@tanstack/react-query'
import { useHasPermission } from '#web/admin/layout/use-can.ts'
import { staffCasesQuery } from '#web/api/staff/cases.ts'

const REFRESH_MS = 60_000

/** The number of open cases, for the navigation; undefined if there are none or it isn't known. */
export function useOpenCases(isAllowed: boolean): number | undefined {
  const enabled = useHasPermission('cases.read') && isAllowed
  const query = staffCasesQuery({ status: 'open', limit: 1 })
  const { data } = useQuery({ ...query, enabled, refetchInterval: REFRESH_MS, retry: false })
  return data?.total?.count || undefined
}
