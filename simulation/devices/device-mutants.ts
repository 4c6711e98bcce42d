import type { SentDriverEvent } from '#contract/driver/events.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DriverDatabase, upgrades } from '#web/driver/storage/database.ts'
import { markEvents } from '#web/driver/storage/outbox.ts'
import type { Rng } from '../rng.ts'
import type { Request, ServerResponse } from './request.ts'

/** A deliberate bug around the real code, to verify that the simulation finds it. */
export type DeviceMutant = {
  name: string
  /** A seed whose day finds it quickly; the correct code passes the same day. */
  seed: string
  /** Statements run before the day. */
  ddl?: string[]
  /** Replaces the update of the app's storage. */
  upgrade?: (typeof upgrades)[number]
  /** Runs on the phone before events are sent. */
  beforeSending?(db: DriverDatabase, body: string): Promise<void>
  /** Answers in place of the server, which stores nothing. */
  serve?(body: string, rng: Rng): object | undefined
  /** Changes a response on its way to the phone. */
  response?(request: Request, served: ServerResponse): ServerResponse
}

const parseEvents = (body: unknown) =>
  (JSON.parse(String(body)) as { events: SentDriverEvent[] }).events
const accepted = (body: unknown) => ({
  results: parseEvents(body).map(({ eventId }) => ({ eventId, result: 'accepted' })),
})

const trigger = (when: 'before' | 'after', body: string) => [
  `create function mutant() returns trigger language plpgsql as $$ begin ${body} end $$`,
  `create trigger zz_mutant ${when} insert on driver_events for each row execute function mutant()`,
]

export const deviceMutants: DeviceMutant[] = [
  {
    name: 'an update of the app empties the storage',
    seed: '1',
    upgrade: (_db, transaction) => void transaction.objectStore('events').clear(),
  },
  {
    name: 'the server answers before it commits, and stops',
    seed: '1',
    serve: (body, rng) => (rng.chance(0.2) ? accepted(body) : undefined),
  },
  {
    name: 'the stop decides what is a duplicate',
    seed: '1',
    ddl: trigger(
      'before',
      `if new.stop_id is not null and exists (select 1 from driver_events
         where stop_id = new.stop_id and type = new.type) then return null; end if; return new;`,
    ),
  },
  {
    name: 'events are removed when they are sent',
    seed: '1',
    beforeSending: (db, body) =>
      markEvents(
        db,
        parseEvents(body).map(({ eventId }) => ({ eventId, status: 'sent' as const })),
      ),
  },
  {
    name: 'a tap has the time at which the server received it',
    seed: '1',
    ddl: trigger('before', 'new.effective_at = new.received_at; return new;'),
  },
  {
    name: 'the last outcome of a stop wins',
    seed: '2',
    ddl: trigger(
      'after',
      `if new.type in ('delivered', 'failed') then
         update stop_states set first_device_id = new.device_id where stop_id = new.stop_id::uuid;
       end if; return null;`,
    ),
  },
  {
    name: 'a photo is stored for the stop before',
    seed: '2',
    ddl: trigger(
      'before',
      `if cardinality(new.photos) > 0 then new.photos = coalesce((select photos from driver_events
         where cardinality(photos) > 0 order by received_at desc, id limit 1), new.photos);
       end if; return new;`,
    ),
  },
  {
    name: 'an undo changes the event that it undoes',
    seed: '1',
    ddl: trigger(
      'after',
      `if new.type = 'superseded' then delete from driver_events where id = new.supersedes; end if;
       return null;`,
    ),
  },
  {
    name: 'an added stop is stored without its counts',
    seed: '1',
    ddl: trigger(
      'before',
      `if new.type = 'stop-added' then new.payload = new.payload || '{"lines": []}'; end if;
       return new;`,
    ),
  },
  {
    name: 'the phone does not measure its clock',
    seed: '1',
    response: (_request, served) => ({ ...served, at: Number.NaN }),
  },
  {
    name: 'every answer of a network counts as stored',
    seed: '3',
    response: (request, served) =>
      request.path === apiPaths.driverEvents && served.status === 200 && !served.body
        ? { ...served, body: accepted(request.body) }
        : served,
  },
]
