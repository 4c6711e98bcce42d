import { apiPaths } from '#contract/paths.ts'
import { Connection, postRequest } from './connection.ts'
import { STAFF } from './shop.ts'

/** Returns the session cookie of the staff account that the benchmark's shop starts with. */
export async function signIn(port: number): Promise<string> {
  const connection = await Connection.open(port)
  const { status, head } = await connection.send(postRequest(apiPaths.adminLogin, STAFF, ''))
  connection.close()
  const cookie = /\r\nset-cookie: ([^;]+)/i.exec(head)?.[1]
  if (status !== 200 || !cookie) throw new Error(`staff could not sign in: HTTP ${status}`)
  return cookie
}
