import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Plan } from '#contract/routes/plans.ts'
import { planQuery } from '#web/api/routes/plans.ts'
import { watchPlan } from '#web/api/routes/watch-plan.ts'

const POLL_MS = 600
/** Also while the stream is open: a process that died sends nothing. */
const SLOW_POLL_MS = 10_000

/** The plan, followed by events while it is computed, and read again and again if they break. */
export function usePlanProgress(planId: string | null): Plan | undefined {
  const queryClient = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  const options = planQuery(planId ?? '')
  const { data: plan } = useQuery({
    ...options,
    enabled: planId !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'computing' ? (isLive ? SLOW_POLL_MS : POLL_MS) : false,
  })
  const isComputing = planId !== null && plan?.status === 'computing'
  useEffect(() => {
    if (!planId || !isComputing) return
    const { queryKey } = planQuery(planId)
    const stop = watchPlan(planId, {
      onProgress: ({ status, progress }) => {
        if (status === undefined || status === 'computing') {
          queryClient.setQueryData(queryKey, (known) => known && { ...known, progress })
        } else void queryClient.invalidateQueries({ queryKey })
      },
      onConnection: (connection) => setIsLive(connection === 'live'),
    })
    return () => {
      setIsLive(false)
      stop()
    }
  }, [planId, isComputing, queryClient])
  return planId === null ? undefined : plan
}
