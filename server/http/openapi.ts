import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { allEndpoints } from '#contract/all-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { failures } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { ProofChallenge } from '#contract/payments/proof.ts'
import type { Shop } from '#contract/shop.ts'
import { groupBy } from '#server/group-by.ts'

type Json = Record<string, unknown>

const failureShape: Json = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    challenge: z.toJSONSchema(ProofChallenge) as Json,
    dates: { type: 'array', items: { type: 'string', format: 'date' } },
  },
}

export function mountOpenapi(app: FastifyInstance, shop: Shop): void {
  let description: Json | undefined
  app.get(apiPaths.openapi, { config: { role: 'public' } }, () => {
    // Built on the first request, which is rare, so that it does not slow down the start.
    description ??= describeApi(shop.name, allEndpoints)
    return description
  })
}

/** Builds the OpenAPI 3.1 document from the endpoints that the routes are mounted from. */
export function describeApi(title: string, endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      schemas: { Failure: failureShape },
      securitySchemes: {
        customer: { type: 'apiKey', in: 'cookie', name: 'customer_session' },
        admin: { type: 'apiKey', in: 'cookie', name: 'staff_session' },
        driver: { type: 'apiKey', in: 'cookie', name: 'driver_session' },
        uploadKey: { type: 'apiKey', in: 'header', name: 'x-upload-key' },
      },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const { role, summary, body, status, stream, file, upload, reply } = endpoint
  const success: Json = { description: 'Done' }
  if (reply) {
    const type = stream ? 'text/event-stream' : 'application/json'
    success.content = { [type]: { schema: z.toJSONSchema(reply, { io: 'output' }) } }
  }
  if (file) success.content = { [file]: { schema: { type: 'string' } } }
  return {
    summary,
    ...toSecurity(role),
    parameters: [...parameters(endpoint, 'params'), ...parameters(endpoint, 'query')],
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, content: jsonContent(body) },
    }),
    ...(upload && {
      requestBody: { required: true, content: { [upload]: { schema: { type: 'string' } } } },
    }),
    responses: { [status ?? (reply || file ? 200 : 204)]: success, ...failureResponses(endpoint) },
  }
}

function toSecurity(role: Endpoint['role']): Json {
  if (role === 'device') return { security: [{ uploadKey: [] }, { driver: [] }] }
  return role === 'public' || role === 'provider' ? {} : { security: [{ [role]: [] }] }
}

function jsonContent(schema: z.ZodType): Json {
  return {
    'application/json': { schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) },
  }
}

function parameters(endpoint: Endpoint, kind: 'params' | 'query'): Json[] {
  const schema = endpoint[kind]
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).map(([name, shape]) => ({
    name,
    in: kind === 'params' ? 'path' : 'query',
    required: kind === 'params',
    schema: z.toJSONSchema(shape as z.ZodType, { io: 'input', unrepresentable: 'any' }),
  }))
}

function failureResponses({ failures: codes }: Endpoint): Json {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
  const byStatus = groupBy(codes, (code) => failures[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, codeNames]) => [
      status,
      { description: codeNames.join(', '), content },
    ]),
  )
}
