import { BOARD_STOPS } from '../board/add-board-day.ts'
import type { BoardResult } from '../board/bench-board.ts'
import { CHANGED_DELIVERIES } from '../board/measure-day-change.ts'
import { table } from './table.ts'
import { withUnit } from './target.ts'

/** The board of a date with many stops, from the server and in a browser. */
export function boardTable({ server, dayChange, page }: BoardResult): string {
  return table(
    [`board with ${BOARD_STOPS.toLocaleString('en-US')} stops on 45 trucks`, 'measured'],
    [
      [
        'response after a change, server CPU and median time',
        `${withUnit(server.afterChange.cpuMs, 'ms')}, ${withUnit(server.afterChange.ms, 'ms')}`,
      ],
      ['response without a change, server CPU', withUnit(server.cpuMsPerOperation, 'ms')],
      [
        '– median time and rate with one client',
        `${withUnit(server.p50, 'ms')}, ${withUnit(server.perSecond, '/s')}`,
      ],
      [
        '– size, and compressed',
        `${withUnit(server.kb, 'kB')}, ${withUnit(server.compressedKb, 'kB')}`,
      ],
      ...(page
        ? [
            ['page, from the navigation to the first stop', withUnit(page.firstStopMs, 'ms')],
            ['– until it is idle', withUnit(page.idleMs, 'ms')],
            ['– stops in the document', String(page.drawnStops)],
            [
              'dragging a stop, median and slowest frame',
              `${withUnit(page.frameMs, 'ms')}, ${withUnit(page.slowestFrameMs, 'ms')}`,
            ],
          ]
        : []),
      [
        `day change of ${CHANGED_DELIVERIES.toLocaleString('en-US')} deliveries: preview, apply, undo`,
        [dayChange.previewMs, dayChange.applyMs, dayChange.undoMs]
          .map((ms) => withUnit(ms, 'ms'))
          .join(', '),
      ],
    ],
  )
}
