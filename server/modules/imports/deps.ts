import type { Limits } from '#server/http/limits.ts'
import type { SubscriptionDeps } from '#server/modules/subscriptions/index.ts'

export type ImportDeps = SubscriptionDeps & { publicUrl: string; limits: Limits }
