import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReplyOf, SentBodyOf } from '#contract/endpoint.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  addTaxRates as addTaxRatesEndpoint,
  endTaxExemption as endTaxExemptionEndpoint,
  endTaxRate as endTaxRateEndpoint,
  getTaxExemption,
  listTaxRates,
  setTaxExemption as setTaxExemptionEndpoint,
  TaxExemptionForm,
} from '#contract/staff/tax.ts'
import { call, send } from './staff-client.ts'

export const taxRatesQuery = (q: string) =>
  queryOptions({
    queryKey: [apiPaths.adminTaxRates, q],
    queryFn: async ({ signal }) =>
      (await send(
        'GET',
        `${apiPaths.adminTaxRates}?${new URLSearchParams({ q })}`,
        undefined,
        signal,
      )) as ReplyOf<typeof listTaxRates>,
    placeholderData: keepPreviousData,
  })

export const addTaxRates = (body: SentBodyOf<typeof addTaxRatesEndpoint>) =>
  call<typeof addTaxRatesEndpoint>({ method: 'POST', path: apiPaths.adminTaxRates, body })

export const endTaxRate = (id: string, endsOn: string) =>
  call<typeof endTaxRateEndpoint>({
    method: 'POST',
    path: apiPaths.adminTaxRateEnd,
    params: { id },
    body: { endsOn },
  })

export const taxExemptionQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminTaxExemption, id],
    queryFn: ({ signal }) =>
      call<typeof getTaxExemption>(
        { method: 'GET', path: apiPaths.adminTaxExemption, params: { id } },
        signal,
      ),
  })

export const setTaxExemption = (id: string, body: TaxExemptionForm) =>
  call<typeof setTaxExemptionEndpoint>({
    method: 'POST',
    path: apiPaths.adminTaxExemption,
    params: { id },
    body,
  })

export const endTaxExemption = (id: string) =>
  call<typeof endTaxExemptionEndpoint>({
    method: 'DELETE',
    path: apiPaths.adminTaxExemption,
    params: { id },
  })
