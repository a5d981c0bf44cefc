import { beforeAll, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { hireUser, type HiredUser } from '../../../tests/support/hire-user.ts';
import { createRecordHelpers, must } from '../../../tests/support/record-helpers.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { upload } from '../../../tests/support/upload.ts';

const CHECKS = '/api/evidence-checks';
const MATCHES = '/api/exclusion-matches';
const LISTS = '/api/exclusion-lists';
const HEAD =
  'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE';
const row = (last: string, first: string, dob: string, { middle = '', npi = '0000000000', reinstated = '00000000' } = {}): string =>
  `"${last}","${first}","${middle}","","INDIVIDUAL","NURSE/NURSES AIDE","","${npi}","${dob}","1 MAIN ST","ERIE","PA","16501","1128b4","20190418","${reinstated}","00000000",""`;
const BUSINESS =
  '"","","","PILLS AND MORE INC","DME COMPANY","","","0000000000","","2 OAK ST","ERIE","PA","16501","1128a1","20190418","00000000","00000000",""';

const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describePluginRules('Evidence', (server) => {
  const admin = (): ApiClient => server().admin;
  const { make, read } = createRecordHelpers(admin);
  let sam: HiredUser;
  beforeAll(async () => {
    sam = await hireUser(server(), 'Sam', { roles: ['role_credentialing_specialist'] });
  });
  const hire = async (first_name: string, last_name: string, fields: object = {}): Promise<string> =>
    (await make('/api/providers', { first_name, last_name, provider_type: 'W2', ...fields }))._id;
  const check = (provider: string, fields: object = {}) =>
    sam.client.post(CHECKS, { provider, kind: 'License', number: 'RN.1', source: 'Board of nursing', result: 'Clear', ...fields });

  it('has its day, who checked it and the day of the next check; the latest one of a number counts', async () => {
    const provider = await hire('Ida', 'Evident');
    const first = await must(check(provider, { checked_on: dayFrom(-10) }), 201);
    expect(first).toMatchObject({ name: 'License – Ida Evident', checked_by: sam.id, recheck_on: dayFrom(110) });
    expect((await must(sam.client.put(`${CHECKS}/${first._id}`, { checked_on: dayFrom(-20) }))).recheck_on).toBe(dayFrom(100));
    const second = await must(check(provider, { number: 'rn 1' }), 201);
    const other = await must(check(provider, { number: 'RN.2', checked_on: dayFrom(-30) }), 201);
    await server().application.outbox.drain();
    const isRepeated = async (id: string) => (await read(`${CHECKS}/${id}`))['superseded'] === true;
    expect([await isRepeated(first._id), await isRepeated(second._id), await isRepeated(other._id)]).toEqual([true, false, false]);
    await must(admin().put(`${CHECKS}/mark-deleted/${second._id}`));
    await server().application.outbox.drain();
    expect(await isRepeated(first._id)).toBe(false);
  });

  it('refuses a provider number whose check digit is wrong, and days that cannot be', async () => {
    const provider = await hire('Noa', 'Number');
    const refusals: string[] = [];
    for (const fields of [
      { kind: 'NPI', number: '1234567890' },
      { kind: 'NPI', number: '123456789' },
      { kind: 'NPI', number: null },
      { checked_on: dayFrom(3) },
      { recheck_on: dayFrom(-3) },
    ]) {
      const { code, details } = await must(check(provider, fields), 422);
      refusals.push(code, details[0].field);
    }
    expect(refusals).toEqual([
      ...['evidence_npi_invalid', 'number', 'evidence_npi_invalid', 'number', 'evidence_npi_missing', 'number'],
      ...['evidence_in_future', 'checked_on', 'evidence_recheck_early', 'recheck_on'],
    ]);
    expect((await must(check(provider, { kind: 'NPI', number: '123-456-7893' }), 201)).number).toBe('1234567893');
    expect((await check(provider, { provider: null })).status).toBe(422);
  });

  it('reminds the owner once when a check is due again, not of one that was repeated', async () => {
    const due = { checked_on: dayFrom(-120), recheck_on: dayFrom(-2) };
    const provider = await hire('Rey', 'Minded', { assigned_to: sam.id });
    const late = await must(check(provider, { ...due, assigned_to: null, number: 'A-1' }), 201);
    await must(check(provider, { ...due, number: 'A-2' }), 201);
    await must(check(provider, { number: 'A-2' }), 201);
    await server().application.outbox.drain();
    for (let run = 0; run < 2; run += 1) await runJob(server(), 'credentialing/remind-rechecks');
    const notified = (await must(sam.client.get('/api/notifications'))).data as readonly {
      readonly kind: string;
      readonly record?: string;
    }[];
    expect(notified.filter(({ kind }) => kind === 'evidence_due')).toMatchObject([{ record: { _id: late._id } }]);
  });

  interface Match {
    readonly _id: string;
    readonly name: string;
    readonly score: number;
    readonly decision: string;
    readonly on_current_list: boolean;
    readonly reasons: readonly string[];
  }
  const listMatches = async (): Promise<readonly Match[]> =>
    (await must(sam.client.post(`${MATCHES}/search`, { sortField: 'name', sortOrder: 'asc', pageSize: 100 }))).data;
  const importList = async (...rows: readonly string[]): Promise<{ readonly _id: string; readonly [field: string]: unknown }> => {
    const { path } = await must(upload(sam.client, { name: 'UPDATED.csv', content: [HEAD, ...rows].join('\r\n') }), 201);
    const { _id } = await must(sam.client.post(LISTS, { file: path, published_on: dayFrom(0) }), 201);
    const isOver = async () => ['Compared', 'Failed'].includes((await must(sam.client.get(`${LISTS}/${_id}`))).status);
    await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
    return must(sam.client.get(`${LISTS}/${_id}`));
  };

  it('finds providers on an exclusion list by name and birth date; a person decides, and the next list knows it', {
    timeout: 120_000,
  }, async () => {
    const [robert, maria] = [
      await hire('Robert J.', 'Excluded', { birth_date: '1970-03-04', assigned_to: sam.id }),
      await hire('Maria', 'Listed-Smithe', { birth_date: '1980-01-02' }),
    ];
    const clear = await hire('Cleo', 'Excluded', { birth_date: '1991-01-01' });
    const rows = [
      BUSINESS,
      row('EXCLUDED', 'BOB', '19700304', { middle: 'JAMES' }),
      row('SMITHE', 'MARIA', ''),
      row('EXCLUDED', 'CLEO', '19910101', { reinstated: '20220101' }),
      row('EXCLUDED', 'CLEO', '19550505'),
    ];
    const list = await importList(...rows);
    expect(list).toMatchObject({ status: 'Compared', progress: 100, row_count: 5, skipped_count: 2, match_count: 1 });
    const [match, ...others] = await listMatches();
    expect(others).toEqual([]);
    expect(match).toMatchObject({
      ...{ name: 'Robert J. Excluded – BOB JAMES EXCLUDED', provider: robert, score: 95, decision: 'Open', on_current_list: true },
      reasons: ['Same last name', 'Form of the same first name', 'Same middle name', 'Same birth date'],
      ...{ listed_birth_date: '1970-03-04', excluded_on: '2019-04-18', exclusion_type: '1128b4' },
    });
    const checksOf = async (provider: string) =>
      (await must(sam.client.post(`${CHECKS}/search`, { searchTerms: { provider, not: { superseded: true } } }))).data;
    expect(await checksOf(clear)).toMatchObject([
      { kind: 'Exclusion list', result: 'Clear', source: 'OIG LEIE', recheck_on: dayFrom(120) },
    ]);
    expect(await checksOf(robert)).toEqual([]);
    const notified = (await must(sam.client.get('/api/notifications'))).data as readonly { readonly kind: string }[];
    expect(notified.filter(({ kind }) => kind === 'exclusion_matches')).toHaveLength(1);

    const decide = (fields: object) => sam.client.put(`${MATCHES}/${match?._id ?? ''}`, fields);
    expect((await decide({ decision: 'Other person' })).status).toBe(422);
    expect((await decide({ score: 5 })).status).toBe(403);
    await must(decide({ decision: 'Other person', decision_note: 'He was at work in Ohio.' }));
    expect(await read(`${MATCHES}/${match?._id ?? ''}`)).toMatchObject({ decided_by: sam.id, decided_score: 95 });
    await server().application.outbox.drain();
    expect(await checksOf(robert)).toMatchObject([{ result: 'Clear', notes: 'BOB JAMES EXCLUDED: He was at work in Ohio.' }]);

    // The next list: the same person is not open again, another one is new, and who is not on it any more says so.
    await importList(...rows, row('LISTED', 'MARIA', '19800102'));
    expect((await listMatches()).map(({ name, decision }) => [name, decision])).toEqual([
      ['Maria Listed-Smithe – MARIA LISTED', 'Open'],
      ['Robert J. Excluded – BOB JAMES EXCLUDED', 'Other person'],
    ]);
    // Maria was clear on the first list.
    expect([(await checksOf(clear)).length, (await checksOf(maria)).length]).toEqual([1, 0]);
    await importList(row('LISTED', 'MARIA', '19800102'));
    expect((await listMatches()).map(({ on_current_list }) => on_current_list)).toEqual([true, false]);
    await must(admin().put(`/api/providers/${maria}`, { first_name: 'Marie' }));
    await runJob(server(), 'credentialing/compare-changed-providers');
    expect((await listMatches())[0]).toMatchObject({
      score: 75,
      reasons: ['One of the last names is the same', 'First name differs in one letter', 'Same birth date'],
    });
  });

  it('changes nothing for a file that is no exclusion list', { timeout: 60_000 }, async () => {
    const before = await listMatches();
    const { path } = await must(upload(sam.client, { name: 'people.csv', content: 'Name,Birth\nAnn,1970' }), 201);
    const { _id } = await must(sam.client.post(LISTS, { file: path }), 201);
    await expect.poll(async () => (await must(sam.client.get(`${LISTS}/${_id}`))).status, { timeout: 30_000 }).toBe('Failed');
    expect((await read(`${LISTS}/${_id}`))['problem']).toBe(
      'The first line of the file does not name the columns LASTNAME, FIRSTNAME, DOB, EXCLTYPE, EXCLDATE.',
    );
    const broken = await importList(row('GOOD', 'ANN', '19700101'), '"BAD","LINE"', '"BAD","LINE"', '"BAD","LINE"');
    expect(broken).toMatchObject({ status: 'Failed', problem: '3 of 4 lines cannot be read.' });
    expect(await listMatches()).toEqual(before);
    const recruiter = await hireUser(server(), 'Rae');
    expect((await recruiter.client.post(`${MATCHES}/search`, {})).status).toBe(403);
    expect((await recruiter.client.post(LISTS, { file: path })).status).toBe(403);
  });
});
