import { expect, test } from 'vitest'
import { createRequestDurations } from './request-durations.ts'

test('durations are counted by method, route and status, each bucket with those below it', () => {
  const durations = createRequestDurations()
  durations.observe('GET', '/api/orders/:id', 200, 0.0005)
  durations.observe('GET', '/api/orders/:id', 200, 0.25)
  durations.observe('GET', '/api/orders/:id', 404, 60)
  durations.observe('POST', '/api/"\\', 201, 0.02)

  const lines = durations.text().split('\n')
  const found = 'method="GET",route="/api/orders/:id",status="200"'
  const counts = ['0.001', '0.005', '0.02', '0.1', '0.5', '2', '10', '+Inf'].map((most) => {
    const start = `http_request_duration_seconds_bucket{le="${most}",${found}} `
    return Number(lines.find((line) => line.startsWith(start))?.slice(start.length))
  })
  expect(counts).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
  expect(lines).toContain(`http_request_duration_seconds_sum{${found}} 0.2505`)
  expect(lines).toContain(`http_request_duration_seconds_count{${found}} 2`)
  const missing = found.replace('200', '404')
  expect(lines).toContain(`http_request_duration_seconds_bucket{le="10",${missing}} 0`)
  expect(lines).toContain(`http_request_duration_seconds_bucket{le="+Inf",${missing}} 1`)
  expect(lines.filter((line) => line.includes('route="/api/\\"\\\\"'))).toHaveLength(10)
})
