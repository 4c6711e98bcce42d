import type { SubscriptionDeps } from '#server/modules/subscriptions/index.ts'

export type PhoneOrderDeps = SubscriptionDeps & { publicUrl: string }
