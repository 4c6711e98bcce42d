import { expect, test } from 'vitest'
import { defaultPlanning } from '#contract/routes/planning-settings.ts'
import { fromPlanningForm, PlanningForm, toPlanningForm } from './planning-form.ts'

const form = toPlanningForm(defaultPlanning)

test('the form keeps every planning setting', () => {
  const settings = {
    ...defaultPlanning,
    depotZip: '12401',
    depotPlace: { lat: 41.9, lon: -74.1 },
    reloadMinutes: 25,
    weights: { ...defaultPlanning.weights, lateness: 9 },
  }
  expect(fromPlanningForm(form)).toEqual(defaultPlanning)
  expect(fromPlanningForm(toPlanningForm(settings))).toEqual(settings)
})

test('a place is latitude and longitude, and a mistake names its field', () => {
  const invalidFields = (change: Partial<PlanningForm>) =>
    PlanningForm.safeParse({ ...form, ...change }).error?.issues.map(({ path }) => path[0]) ?? []
  for (const depotPlace of ['', '41.9, -74.1', ' 41.9 -74.1 ', '41.9;-74.1'])
    expect([depotPlace, invalidFields({ depotPlace })]).toEqual([depotPlace, []])
  for (const depotPlace of ['41.9', '91, 0', '0, 181', 'Kingston, NY', '1,2,3', '41.9,'])
    expect([depotPlace, invalidFields({ depotPlace })]).toEqual([depotPlace, ['depotPlace']])
  expect(invalidFields({ depotZip: '1240' })).toEqual(['depotZip'])
  expect(invalidFields({ closes: '07:00' })).toEqual(['closes'])
  expect(invalidFields({ milesPerHour: Number.NaN })).toEqual(['milesPerHour'])
})
