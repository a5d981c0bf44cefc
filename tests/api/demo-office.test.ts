import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSeed } from '../../engine/application/index.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

type Entry = { readonly [field: string]: unknown };

const NOW = Date.UTC(2026, 4, 5, 15);
/** Modules of credentialing, signing and communication, with the minimum number of demo records in each. */
const MIN_COUNTS: { readonly [path: string]: number } = {
  'credentialing-setups': 5,
  credentialing: 8,
  'credentialing-required-items': 60,
  'credentialing-required-item-messages': 5,
  'evidence-checks': 10,
  'exclusion-lists': 1,
  'exclusion-matches': 2,
  'interactive-documents': 6,
  'interactive-document-instances': 8,
  'interactive-document-instance-actions': 20,
  'muster-sign-contacts': 5,
  templates: 8,
  messages: 20,
  sms: 15,
  notes: 10,
  recordings: 8,
  campaigns: 5,
  voiceshots: 2,
  'dialer-campaigns': 2,
  'gmail-accounts': 3,
  'email-folders': 6,
  'email-settings': 3,
  'sms-settings': 3,
  'sms-signatures': 3,
  'muster-messages': 10,
};

/** Modules of the hiring process: the records that lead from a first contact to a placement. */
const STORY = [
  'accounts',
  'contacts',
  'jobs',
  'leads',
  'subs',
  'providers',
  'placements',
  'activities',
  'tasks',
  'documents',
  'calendar-events',
  'timesheet-trackers',
  'users',
];
const TODAY = new Date(NOW).toISOString().slice(0, 10);

/** The day of a date or an instant; '' when there is none. */
const dayOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 10) : '');

describe('The office of the demo company', () => {
  let server: TestServer;
  const found: { [path: string]: readonly Entry[] } = {};
  beforeAll(async () => {
    server = await startServer({ store: 'sqlite', clock: { now: () => NOW } });
    await runSeed(server.application, { size: 150 });
    for (const path of [...Object.keys(MIN_COUNTS), ...STORY])
      found[path] = (await server.admin.post(`/api/${path}/search`, { pageSize: 1_000, sortField: 'createdAt', sortOrder: 'asc' })).body
        .data as readonly Entry[];
  });
  afterAll(() => server?.stop());

  const listAll = (path: string): readonly Entry[] => found[path] ?? [];
  const indexOf = (path: string): ReadonlyMap<unknown, Entry> => new Map(listAll(path).map((record) => [record['_id'], record]));

  it('links each provider to the lead that they were, the sub by which they were hired, and the resulting placement', () => {
    const [leads, jobs, subs, providers] = [indexOf('leads'), indexOf('jobs'), indexOf('subs'), indexOf('providers')];
    for (const sub of listAll('subs')) {
      const [lead, job] = [leads.get(sub['leads_subs']), jobs.get(sub['jobs_subs'])];
      expect([sub['profession'], sub['accounts_subs']], String(sub['name'])).toEqual([job?.['profession'], job?.['accounts_jobs']]);
      expect(lead?.['profession']).toBe(job?.['profession']);
      expect(['new', 'attempting_contact', 'screening']).not.toContain(lead?.['lead_status']);
      expect(job?.['job_status']).not.toBe('Draft');
    }
    const placements = listAll('placements');
    expect(placements).toHaveLength(providers.size);
    for (const placement of placements) {
      const [provider, sub] = [providers.get(placement['providers_placements']), subs.get(placement['subs_placements'])];
      const lead = leads.get(provider?.['leads_providers']);
      expect([provider?.['name'], provider?.['mobile_phone'], provider?.['current_address']]).toEqual([
        lead?.['name'],
        lead?.['mobile_phone'],
        lead?.['current_address'],
      ]);
      expect([sub?.['status'], sub?.['leads_subs'], sub?.['accounts_subs']]).toEqual([
        'Hired',
        lead?.['_id'],
        placement['accounts_placements'],
      ]);
      expect([placement['profession'], placement['pay_rate']]).toEqual([
        jobs.get(sub?.['jobs_subs'])?.['profession'],
        jobs.get(sub?.['jobs_subs'])?.['pay_rate'],
      ]);
      expect(provider?.['status'] === 'Inactive').toBe(String(placement['end_date']) < TODAY);
      expect(lead?.['lead_status']).toBe(provider?.['status'] === 'Inactive' ? 'future_opp' : 'placed');
    }
    for (const path of ['subs', 'leads'])
      expect(new Set(listAll(path).map((record) => record[path === 'subs' ? 'status' : 'lead_status'])).size, path).toBeGreaterThan(6);
  });

  it('notifies the staff of leads that were assigned to them, mentions and approvals', async () => {
    const staff = listAll('users').filter((user) => user['userType'] === 'Standard');
    const kinds = new Set<string>();
    for (const { _id: userId } of staff) {
      const { data, unread } = await server.application.notifications.list({ kind: 'user', userId: String(userId) }, { limit: 100 });
      expect(unread).toBe(data.length);
      for (const { kind, text, record } of data) {
        kinds.add(kind);
        expect(text).toMatch(/^\p{Lu}\S+ \p{Lu}/u);
        expect(record).not.toBeNull();
      }
    }
    expect([...kinds].sort()).toEqual(['approval_requested', 'assigned', 'mentioned']);
  });

  it('has dates in order: posted, submitted, hired, closed, started, ended; and no future date in a field of past events', () => {
    const [jobs, subs] = [indexOf('jobs'), indexOf('subs')];
    const inOrder = (days: readonly unknown[], what: unknown): void => {
      const known = days.filter((day): day is string => typeof day === 'string').map((day) => day.slice(0, 10));
      expect(known, String(what)).toEqual([...known].sort());
    };
    for (const job of jobs.values()) inOrder([job['post_date'], job['job_closed_date'], job['start_date'], job['end_date']], job['name']);
    for (const sub of subs.values())
      inOrder(
        [
          jobs.get(sub['jobs_subs'])?.['post_date'],
          sub['date_submitted'],
          sub['status'] === 'Hired' ? sub['interview_date'] : undefined,
          sub['hire_date'],
          sub['hire_date'] === undefined ? undefined : jobs.get(sub['jobs_subs'])?.['start_date'],
        ],
        sub['name'],
      );
    for (const placement of listAll('placements'))
      inOrder(
        [subs.get(placement['subs_placements'])?.['hire_date'], placement['planned_start_date'], placement['end_date']],
        placement['name'],
      );
    const past = {
      jobs: ['post_date', 'job_closed_date'],
      subs: ['date_submitted', 'hire_date'],
      placements: ['confirmed_start_date'],
      providers: ['hire_date'],
      activities: ['activity_date'],
      leads: ['createdAt', 'updatedAt'],
      documents: ['createdAt'],
    };
    for (const [path, fields] of Object.entries(past))
      for (const record of listAll(path))
        for (const field of fields) expect(dayOf(record[field]) <= TODAY, `${path} ${field} ${dayOf(record[field])}`).toBe(true);
    for (const task of listAll('tasks'))
      if (task['status'] === 'Past Due' || task['status'] === 'Completed')
        expect(String(task['due_date']) <= TODAY, String(task['name'])).toBe(true);
    for (const document of listAll('documents'))
      expect(document['status'] === 'Expired').toBe(document['exp_date'] !== undefined && dayOf(document['exp_date']) < TODAY);
  });

  it('has a checklist for every placement', () => {
    const placements = listAll('placements').map(({ _id }) => _id);
    const covered = listAll('credentialing').map(({ placements_credentialing }) => placements_credentialing);
    expect([...covered].sort()).toEqual([...placements].sort());
  });

  it('has no two people with the same name, and no two accounts or jobs', () => {
    const people = [...listAll('leads'), ...listAll('contacts'), ...listAll('users').filter(({ userType }) => userType !== 'Provider')].map(
      ({ name }) => name,
    );
    for (const names of [people, ...['accounts', 'jobs'].map((path) => listAll(path).map(({ name }) => name))])
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has a demo provider whose work can be shown from end to end', () => {
    const user = listAll('users').find(({ email }) => email === 'provider@muster.example');
    const provider = listAll('providers').find(({ related_user }) => related_user === user?.['_id']);
    const placement = listAll('placements').find(({ providers_placements }) => providers_placements === provider?.['_id']);
    expect([provider?.['status'], String(placement?.['confirmed_start_date']) < TODAY, String(placement?.['end_date']) > TODAY]).toEqual([
      'Active',
      true,
      true,
    ]);
    const about: { readonly [path: string]: readonly [field: string, id: unknown] } = {
      activities: ['lead', provider?.['leads_providers']],
      credentialing: ['providers_credentialing', provider?.['_id']],
      documents: ['providers_documents', provider?.['_id']],
      'timesheet-trackers': ['placement', placement?.['_id']],
    };
    for (const [path, [field, id]] of Object.entries(about))
      expect(
        listAll(path).some((record) => record[field] === id),
        path,
      ).toBe(true);
    expect(
      listAll('messages').some(
        ({ related_record }) => (related_record as { id?: unknown } | undefined)?.id === provider?.['leads_providers'],
      ),
    ).toBe(true);
  });

  it('has records in each module, and few enough for a quick first start', () => {
    for (const [path, least] of Object.entries(MIN_COUNTS)) expect(found[path]?.length, path).toBeGreaterThanOrEqual(least);
    expect(Object.keys(MIN_COUNTS).reduce((sum, path) => sum + listAll(path).length, 0)).toBeLessThan(500);
  });

  it('has checklists that match their items: cleared with all done, expired with an expired item', () => {
    const itemsOf = (record: Entry): readonly Entry[] =>
      (found['credentialing-required-items'] ?? []).filter((item) => item['relatedCredentialingRecord'] === record['_id']);
    const today = new Date(NOW).toISOString().slice(0, 10);
    const statuses = new Set<unknown>();
    for (const record of found['credentialing'] ?? []) {
      const items = itemsOf(record);
      statuses.add(record['credentialing_status']);
      expect(items.length, String(record['name'])).toBeGreaterThan(5);
      expect(items.every((item) => item['completed'] === true)).toBe(record['credentialing_status'] === 'Cleared to Start');
      expect(items.some((item) => typeof item['expiration_date'] === 'string' && item['expiration_date'] < today)).toBe(
        record['credentialing_status'] === 'Expired Items',
      );
    }
    expect(statuses.size).toBeGreaterThan(3);
  });

  it('shows the demo provider their own checklist, a question about an item, and a document that they signed', async () => {
    const user = (await server.admin.post('/api/users/search', { searchTerms: { email: 'provider@muster.example' } })).body
      .data[0] as Entry;
    const [record] = (found['credentialing'] ?? []).filter(({ related_user }) => related_user === user['_id']);
    expect(record).toMatchObject({ credentialing_status: 'Waiting on Provider' });
    const items = (found['credentialing-required-items'] ?? [])
      .filter((item) => item['relatedCredentialingRecord'] === record?.['_id'])
      .map(({ _id }) => _id);
    const said = (found['credentialing-required-item-messages'] ?? []).filter((message) => items.includes(message['required_item']));
    expect(new Set(said.map(({ created_by }) => created_by)).size).toBe(2);
    expect(
      (found['interactive-document-instances'] ?? []).some(
        ({ relatedCredentialingRecordId, status }) => relatedCredentialingRecordId === record?.['_id'] && status === 'Completed',
      ),
    ).toBe(true);
  });

  it('has sent messages in the past, replies after their questions, and a sender for each chat message', () => {
    for (const path of ['messages', 'sms']) {
      const records = found[path] ?? [];
      const sent = records.map(({ sent_at }) => String(sent_at));
      expect(sent, path).toEqual([...sent].sort());
      expect(sent.at(-1) ?? '', path).toMatch(/^2026-0[45]/);
      expect(Date.parse(sent.at(-1) ?? ''), path).toBeLessThan(NOW);
      for (const [index, { direction, related_record }] of records.entries()) {
        if (direction !== 'Inbound') continue;
        expect(
          records
            .slice(0, index)
            .some(
              (earlier) =>
                JSON.stringify(earlier['related_record']) === JSON.stringify(related_record) && earlier['direction'] === 'Outbound',
            ),
          path,
        ).toBe(true);
      }
    }
    for (const line of found['muster-messages'] ?? [])
      expect(
        [line['created_by'], line['message']].every((part) => typeof part === 'string'),
        JSON.stringify(line),
      ).toBe(true);
  });
});
