import { apiPaths } from '#contract/paths.ts'
import { Connection, getRequest } from '../connection.ts'
import type { Measurement } from '../measure-server.ts'
import { addBoardDay } from './add-board-day.ts'

/** With the size of one response. */
export type BoardMeasurement = Measurement & { kb: number; date: string }

type Run = (paths: string[], concurrency: number) => Promise<Measurement>

/** Reads the board of a date with 1,000 stops again and again, as one dispatcher does. */
export async function measureBoard(
  databaseUrl: string,
  port: number,
  cookie: string,
  run: Run,
): Promise<BoardMeasurement> {
  const date = await addBoardDay(databaseUrl)
  const path = `${apiPaths.adminRoutes}?date=${date}`
  const connection = await Connection.open(port)
  const { body } = await connection.send(getRequest(path, cookie))
  connection.close()
  return { ...(await run([path], 1)), kb: body.length / 1000, date }
}
