import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PlanningSettings } from '#contract/routes/planning-settings.ts'
import type {
  CalendarChange,
  CalendarResult,
  getSettings,
  PriceIncreaseMode,
  Settings,
  SettingsForm,
  updateSettings as updateSettingsEndpoint,
} from '#contract/staff/settings.ts'
import type { LandingEffect } from '#contract/zones/landing.ts'
import { adaptSettings } from '../adapt/settings.ts'
import { call, send } from './staff-client.ts'

type RouteDaysPreview = Settings & { landing?: LandingEffect }

export const settingsQuery = queryOptions({
  queryKey: [apiPaths.adminSettings],
  queryFn: async ({ signal }) =>
    adaptSettings(
      await call<typeof getSettings>({ method: 'GET', path: apiPaths.adminSettings }, signal),
    ),
  // An old version could not be saved.
  staleTime: 0,
})

export async function updateSettings(
  form: Partial<SettingsForm & { priceIncreases: PriceIncreaseMode }>,
  { version }: Pick<Settings, 'version'>,
): Promise<Settings> {
  const request = { method: 'PATCH', path: apiPaths.adminSettings } as const
  const body = { ...form, version }
  return adaptSettings(await call<typeof updateSettingsEndpoint>({ ...request, body }))
}

/** Rule 41: whether orders are taxed from now on. */
export function setChargesTax(chargesTax: boolean, { version }: Pick<Settings, 'version'>) {
  return call<typeof updateSettingsEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminSettings,
    body: { chargesTax, version },
  })
}

/** Rule 42: the deposit of bottles ordered from now on. */
export function setDeposit(
  deposit: Pick<Settings, 'depositCents' | 'isDepositTaxable'>,
  { version }: Pick<Settings, 'version'>,
) {
  return call<typeof updateSettingsEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminSettings,
    body: { ...deposit, version },
  })
}

/** Rule 46: whether customers can only order for the route days of their zone. */
export function setRouteDaysOnly(routeDaysOnly: boolean, { version }: Pick<Settings, 'version'>) {
  return call<typeof updateSettingsEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminSettings,
    body: { routeDaysOnly, version },
  })
}

/** Rule 51: what the next plans are made from. */
export function setPlanning(routing: PlanningSettings, { version }: Pick<Settings, 'version'>) {
  return call<typeof updateSettingsEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminSettings,
    body: { routing, version },
  })
}

/** Rule 47: which deliveries move; nothing is saved. */
export const routeDaysPreviewQuery = (routeDaysOnly: boolean) =>
  queryOptions({
    queryKey: [apiPaths.adminSettings, 'route days', routeDaysOnly],
    queryFn: async () => {
      const path = `${apiPaths.adminSettings}?preview=true`
      return (await send('PATCH', path, { routeDaysOnly })) as RouteDaysPreview
    },
    staleTime: 0,
    gcTime: 0,
  })

/** A preview saves nothing and lists the deliveries that the change affects. */
export async function changeCalendar(
  period: CalendarChange,
  { version }: Pick<Settings, 'version'>,
  preview: boolean,
): Promise<CalendarResult> {
  const path = `${apiPaths.adminSettingsCalendar}?preview=${preview}`
  return (await send('POST', path, { ...period, version })) as CalendarResult
}

/** `version` is that of the preview, so that no one withdraws a change they have not seen. */
export const withdrawCalendarChange = (from: string, version: number) =>
  sendWithdrawal(from, `version=${version}`)

async function sendWithdrawal(from: string, query: string): Promise<CalendarResult> {
  const path = fillPath(apiPaths.adminSettingsCalendarPeriod, { from })
  return (await send('DELETE', `${path}?${query}`)) as CalendarResult
}

export const withdrawPreviewQuery = (from: string) =>
  queryOptions({
    queryKey: [apiPaths.adminSettingsCalendar, 'withdraw', from],
    queryFn: () => sendWithdrawal(from, 'preview=true'),
    staleTime: 0,
    gcTime: 0,
  })
