import type { ActivityRates, StaffAction } from '../scenario.ts'

export const defaultActivity: ActivityRates = {
  subscriber: 3,
  staff: 2,
  manualRefunds: 1,
  amountChanges: 0.5,
  office: 2,
  officeActions: ['subscribe', 'phone_order', 'receive', 'receive', 'reverse', 'pay_back', 'terms'],
  subscriberActions: [
    'change',
    'change',
    'change',
    'tap',
    'tap',
    'cancel',
    'card',
    'card',
    'pay',
    'pay',
  ],
  staffActions: [
    'confirm',
    'deliver',
    'deliver',
    'cancel',
    'cancel_several',
    'refund',
    'change_subscription',
    'change_subscription',
  ],
}

export const orderFilters: Partial<Record<StaffAction, string>> = {
  confirm: `status = 'pending'`,
  deliver_ordered: `id in (select order_id from cycles where status = 'ordered')`,
  withdraw_ordered: `id in (select order_id from cycles where status = 'ordered')`,
}
