import { expect } from 'vitest';
import type { ApiAnswer, ApiClient } from '../../../tests/support/api-client.ts';
import { createMakeAndRead, type Made } from '../../../tests/support/make-and-read.ts';
import { TEST_ADMIN, type TestServer } from '../../../tests/support/start-server.ts';

let made = 0;

/** Placements of providers of their own, the doors by which one is changed, and what follows. */
export function createPlacementFixtures(server: () => TestServer) {
  let signedIn: ApiClient | undefined;
  const admin = (): ApiClient => signedIn ?? server().admin;
  /** A session lasts minutes: after days on the clock there is a new one. */
  const signInAgain = async (): Promise<void> => { signedIn = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password); };
  const { make, read } = createMakeAndRead(admin);
  const must = (answer: ApiAnswer, status = 200): ApiAnswer['body'] => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body;
  };
  const makeProvider = (fields: object = {}): Promise<Made> => {
    made += 1;
    return make('/api/providers', { first_name: 'Pat', last_name: `Laced ${made}`, ...fields });
  };
  const makePlacement = async (fields: object = {}, provider: object = {}): Promise<Made> => {
    made += 1;
    return make('/api/placements', { name: `Placement ${made}`, providers_placements: (await makeProvider(provider))._id, ...fields });
  };
  const readPlacement = (id: string): Promise<Made> => read(`/api/placements/${id}`);
  const change = (id: string, fields: object, client = admin()): Promise<ApiAnswer> => client.put(`/api/placements/${id}`, fields);
  const changeMany = (ids: readonly string[], fields: object): Promise<ApiAnswer> => admin().put('/api/placements/update-certain-fields-array', { ids, fields });
  /** Tasks about a record, of one type or of all, that are not deleted, by their subject, once what follows from saves is done. */
  const tasksAbout = async (module: string, id: string, type?: string): Promise<readonly Made[]> => {
    await server().application.outbox.drain();
    return must(await admin().post('/api/tasks/search', { searchTerms: { related_record: { equals: { module, id } }, ...(type === undefined ? {} : { task_type: type }) }, sortField: 'subject' })).data;
  };
  const tasksOf = (placement: Made): Promise<readonly Made[]> => tasksAbout('placements', placement._id);
  const payrollOf = (placement: Made): Promise<readonly Made[]> => tasksAbout('providers', String(placement['providers_placements']), 'Payroll');
  const undo = async (answer: ApiAnswer): Promise<ApiAnswer['body']> => must(await admin().post(`/api/batches/${answer.headers.get('x-batch-id')}/undo`, {}));
  return { admin, signInAgain, make, read, must, makeProvider, makePlacement, readPlacement, change, changeMany, tasksAbout, tasksOf, payrollOf, undo };
}

/** A planned and confirmed start. */
export const CONFIRMED = { planned_start_date: '2027-04-05', confirmed_start_date: '2027-04-05' };
