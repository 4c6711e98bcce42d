import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteVersions } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PlanScope } from '#contract/routes/plans.ts'
import { failureText } from '#web/api/failures.ts'
import {
  applyPlan,
  cancelPlan,
  changedRoutes,
  dropPlan,
  startPlan,
  undoPlan,
} from '#web/api/routes/plans.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { usePlanProgress } from './use-plan-progress.ts'

type Step = { request: () => Promise<unknown>; doneText?: string; errorText: string }

/** The plan of a date: the one started here, or the latest of the board. */
export function usePlan(date: string, boardPlanId: string | null) {
  const queryClient = useQueryClient()
  const [started, setStarted] = useState<{ date: string; id: string }>()
  const planId = (started?.date === date ? started.id : undefined) ?? boardPlanId
  const plan = usePlanProgress(planId)
  const [stale, setStale] = useState<{ planId: string; routes: readonly RouteVersions[] }>()

  const { mutate, isPending } = useMutation({
    mutationFn: ({ request }: Step) => request(),
    onSuccess: (_, { doneText }) => {
      if (doneText) toast({ title: doneText })
    },
    onError: (error, { errorText }) => {
      const routes = changedRoutes(error)
      if (planId && plan?.status === 'ready' && routes.length > 0) setStale({ planId, routes })
      else {
        toast({
          title: 'Error',
          description: failureText(error, errorText),
          variant: 'destructive',
        })
      }
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [apiPaths.adminPlan] }),
        queryClient.invalidateQueries({ queryKey: [apiPaths.adminRoutes] }),
      ]),
  })

  const id = planId ?? ''
  const start = (scope: PlanScope, seconds: number, onDone?: () => void) =>
    mutate({
      request: async () => {
        const { planId: newId } = await startPlan({ date, scope, seconds })
        setStarted({ date, id: newId })
        onDone?.()
      },
      errorText: 'Failed to start the plan',
    })
  return {
    plan,
    isPending,
    /** Routes that were changed since this plan was made, known once it could not be applied. */
    staleRoutes: stale?.planId === planId && plan?.status === 'ready' ? stale.routes : [],
    planAgain: () => plan && start(plan.scope, plan.seconds),
    start,
    apply: () =>
      mutate({
        request: async () => {
          const { dropped } = await applyPlan(id)
          toast(appliedToast(dropped.length))
        },
        errorText: 'Failed to apply the plan',
      }),
    undo: () =>
      mutate({
        request: () => undoPlan(id),
        doneText: 'Plan undone',
        errorText: 'Failed to undo the plan',
      }),
    cancel: () => mutate({ request: () => cancelPlan(id), errorText: 'Failed to cancel the plan' }),
    drop: () =>
      mutate({
        request: () => dropPlan(id),
        doneText: 'Plan dropped',
        errorText: 'Failed to drop the plan',
      }),
  }
}

const appliedToast = (dropped: number) => ({
  title: 'Plan applied',
  ...(dropped > 0 && {
    description:
      dropped === 1
        ? '1 delivery was moved or cancelled since. It was left out.'
        : `${dropped} deliveries were moved or cancelled since. They were left out.`,
  }),
})
