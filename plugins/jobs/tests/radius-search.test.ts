import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { SYSTEM_ACTOR } from '#engine';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { createJobFixtures } from './job-fixtures.ts';

/** Decatur, Georgia; its neighbor Avondale Estates, some 3 miles away; Athens, some 60 miles away; and Chicago. */
const [HOME, NEXT, ATHENS, CHICAGO] = ['30030', '30002', '30601', '60601'];
const NURSE = 'School Nurse, RN';
const VIEW = { access: true, create: false, mass_update: false, export: false, view: 'All', edit: 'None', delete: 'None' };

describePluginRules('Jobs and leads near a place', (server) => {
  const { must, admin, make, makeJob, move, hire } = createJobFixtures(server);
  let jobs: { readonly [name in 'home' | 'next' | 'athens' | 'chicago' | 'closed' | 'nowhere']: CreatedRecord };
  let leads: { readonly [name in 'home' | 'athens' | 'mover' | 'placed' | 'nowhere']: CreatedRecord };
  const lead = (last_name: string, zip: string | undefined, fields: object = {}): Promise<CreatedRecord> =>
    make('/api/leads', {
      first_name: 'Lee',
      last_name,
      profession: NURSE,
      ...(zip === undefined ? {} : { current_address: { zip } }),
      ...fields,
    });
  const open = (zip: string, fields: object = {}): Promise<CreatedRecord> =>
    makeJob({ zip, profession: NURSE, job_status: 'Accepting Applications', ...fields });
  const names = (of: object, found: { readonly data: readonly CreatedRecord[] }): string[] =>
    found.data.map(({ _id }) => Object.entries(of).find(([, one]) => (one as CreatedRecord)._id === _id)?.[0] ?? '?').sort();
  const search = async (path: string, body: object, client: ApiClient = admin()) =>
    must(await client.post(path, { sortField: '_id', sortOrder: 'asc', ...body }));
  const list = async (path: string, client: ApiClient = admin()) => must(await client.get(path));

  beforeAll(async () => {
    jobs = {
      home: await open(HOME),
      next: await open(`${NEXT}-1234`, { job_status: 'Submit Candidates' }),
      athens: await open(ATHENS),
      chicago: await open(CHICAGO),
      closed: await open(HOME, { job_status: 'Closed - Won' }),
      nowhere: await open('00000'),
    };
    leads = {
      home: await lead('Home', `${HOME}-4321`),
      athens: await lead('Athens', ATHENS),
      mover: await lead('Mover', CHICAGO, { interested_location_zips: ['nonsense', '00000', NEXT, NEXT] }),
      placed: await lead('Placed', HOME, { lead_status: 'placed' }),
      nowhere: await lead('Nowhere', undefined),
    };
  });

  it('have the position of their ZIPs from the save that wrote them', async () => {
    const decatur = { zip: HOME, latitude: 33.7699, longitude: -84.295 };
    expect([jobs.home['geoInfo'], jobs.nowhere['geoInfo'], leads.home['geoInfo'], leads.nowhere['geoInfo']]).toEqual([
      decatur,
      undefined,
      decatur,
      undefined,
    ]);
    expect(leads.mover['geoInfo']).toMatchObject({ zip: CHICAGO, interested: [NEXT] });
    const moved = must(await move(jobs.nowhere._id, { zip: HOME, custom_job_title: 'Moved' }));
    expect(moved.geoInfo).toEqual(decatur);
    expect(must(await move(jobs.nowhere._id, { zip: null })).geoInfo).toBeUndefined();
    expect(must(await admin().put(`/api/leads/${leads.nowhere._id}`, { geoInfo: decatur }), 403).code).toBe('field_not_writable');
  });

  it('have their position after the backfill jobs ran, if they were saved before the field existed', async () => {
    const { records } = server().application;
    const old = { job: await open(HOME), lead: await lead('Older', undefined, { interested_location_zips: [NEXT] }) };
    for (const [module, { _id }] of [
      ['jobs', old.job],
      ['leads', old.lead],
    ] as const)
      await records.update(SYSTEM_ACTOR, { module, id: _id, fields: { geoInfo: null }, quiet: true });
    expect(must(await admin().get(`/api/jobs/${old.job._id}/matching-leads`), 422).code).toBe('place_unknown');
    for (const id of ['jobs/job-places', 'jobs/lead-places']) await runJob(server(), id);
    expect(must(await admin().get(`/api/jobs/${old.job._id}`)).geoInfo).toEqual(old.job['geoInfo']);
    expect(must(await admin().get(`/api/leads/${old.lead._id}`)).geoInfo).toEqual(old.lead['geoInfo']);
    for (const [module, { _id }] of [
      ['jobs', old.job],
      ['leads', old.lead],
    ] as const)
      must(await admin().put(`/api/${module}/mark-deleted/${_id}`, {}));
  });

  it('are found by any search with withinMiles, jobs and interests by their ZIPs too', async () => {
    const find = async (module: string, searchTerms: object) => search(`/api/${module}/search`, { searchTerms, pageSize: 100 });
    expect(names(jobs, await find('jobs', { zip: { withinMiles: { of: HOME, miles: 10 } } }))).toEqual(['closed', 'home', 'next']);
    expect(names(jobs, await find('jobs', { zip: { withinMiles: { of: { latitude: 41.88, longitude: -87.63 }, miles: 5 } } }))).toEqual([
      'chicago',
    ]);
    expect(names(leads, await find('leads', { current_address: { withinMiles: { of: HOME, miles: 100 } } }))).toEqual([
      'athens',
      'home',
      'placed',
    ]);
    expect(names(leads, await find('leads', { interested_location_zips: { withinMiles: { of: HOME, miles: 10 } } }))).toEqual(['mover']);
    expect(
      names(
        leads,
        await find('leads', {
          not: {
            or: [
              { current_address: { withinMiles: { of: HOME, miles: 100 } } },
              { interested_location_zips: { withinMiles: { of: HOME, miles: 10 } } },
            ],
          },
        }),
      ),
    ).toEqual(['nowhere']);
    for (const terms of [
      { zip: { withinMiles: { of: '00000', miles: 10 } } },
      { custom_job_title: { withinMiles: { of: HOME, miles: 10 } } },
    ]) {
      expect(must(await admin().post('/api/jobs/search', { searchTerms: terms }), 422).code).toBe('filter_invalid');
    }
  });

  it('are found by a radius search, paged or at once', async () => {
    const around = { zip: HOME, miles: 10 };
    const all = await search('/api/jobs/radius-search', around);
    expect([names(jobs, all), all.total, all.pageSize]).toEqual([['closed', 'home', 'next'], 3, 1000]);
    const page = await search('/api/jobs/paged-radius-search', { ...around, pageNumber: 1, pageSize: 2 });
    expect([names(jobs, page), page.total, page.pageNumber]).toEqual([['closed'], 3, 1]);
    expect(
      names(
        jobs,
        await search('/api/jobs/paged-radius-search', {
          latitude: 33.95,
          longitude: -83.38,
          miles: 15,
          searchTerms: { job_status: 'Accepting Applications' },
        }),
      ),
    ).toEqual(['athens']);
    expect(names(leads, await search('/api/leads/primary-address-radius-search', around))).toEqual(['home', 'placed']);
    expect(names(leads, await search('/api/leads/radius-search', around))).toEqual(['home', 'mover', 'placed']);
    // Without a radius, the setting's 50 miles are used.
    expect(names(leads, await search('/api/leads/radius-search', { zip: HOME }))).toEqual(['home', 'mover', 'placed']);
    expect(names(leads, await list(`/api/jobs/leads-in-radius/${HOME}/100`))).toEqual(['athens', 'home', 'mover', 'placed']);
    expect(names(leads, await list(`/api/jobs/leads-in-radius/${jobs.athens._id}/5?pageSize=1`))).toEqual(['athens']);
    expect(names(jobs, await list(`/api/leads/jobs-in-radius/${CHICAGO}/1`))).toEqual(['chicago']);
    expect(names(jobs, await list(`/api/leads/jobs-in-radius/${leads.mover._id}/10`))).toEqual(['chicago', 'closed', 'home', 'next']);
    expect(names(jobs, await search('/api/leads/interested-location-job-search', { leadId: leads.mover._id, miles: 10 }))).toEqual([
      'closed',
      'home',
      'next',
    ]);
  });

  it('are matched by profession if the job is open and the lead is active', async () => {
    expect(names(leads, await list(`/api/jobs/${jobs.home._id}/matching-leads`))).toEqual(['home', 'mover']);
    expect(names(leads, await list(`/api/jobs/${jobs.home._id}/matching-leads?miles=100`))).toEqual(['athens', 'home', 'mover']);
    for (const path of [`/api/leads/${leads.home._id}/matching-jobs`, `/api/jobs/matching-jobs-for-lead/${leads.home._id}`]) {
      expect(names(jobs, await list(path))).toEqual(['home', 'next']);
      expect(names(jobs, await list(`${path}?miles=100`))).toEqual(['athens', 'home', 'next']);
    }
    const match = async (path: string, body: object) => search(path, { pageSize: 2, ...body });
    const all = await match(`/api/jobs/${jobs.home._id}/match-leads`, { miles: 100 });
    expect([names(leads, all).length, all.total]).toEqual([2, 3]);
    expect(names(leads, await match(`/api/jobs/${jobs.home._id}/match-leads`, { searchTerms: { last_name: 'Mover' } }))).toEqual(['mover']);
    expect(names(jobs, await match(`/api/leads/${leads.home._id}/match-jobs`, { miles: 100, searchTerms: { zip: ATHENS } }))).toEqual([
      'athens',
    ]);
    expect(must(await admin().post(`/api/leads/${leads.home._id}/match-jobs`, { miles: 501 }), 422).code).toBe('body_invalid');
    must(await admin().put(`/api/leads/${leads.home._id}`, { profession: 'Audiologist' }));
    expect((await list(`/api/leads/${leads.home._id}/matching-jobs`)).total).toBe(0);
    must(await admin().put(`/api/leads/${leads.home._id}`, { profession: NURSE }));
  });

  it('are listed by application', async () => {
    await make('/api/applicants', {
      first_name: 'Ap',
      last_name: 'Plicant',
      date_applied: '2027-01-01T00:00:00.000Z',
      lead: leads.placed._id,
      jobs_applicants: jobs.home._id,
    });
    await make('/api/applicants', {
      first_name: 'Ot',
      last_name: 'Her',
      date_applied: '2027-01-01T00:00:00.000Z',
      lead: leads.home._id,
      jobs_applicants: jobs.next._id,
    });
    expect(names(leads, await list(`/api/jobs/${jobs.home._id}/applied-leads`))).toEqual(['placed']);
    expect((await list(`/api/jobs/${jobs.chicago._id}/applied-leads`)).total).toBe(0);
    expect(names(jobs, await list(`/api/leads/${leads.placed._id}/applied-jobs`))).toEqual(['home']);
    expect((await list(`/api/leads/${leads.mover._id}/applied-jobs`)).total).toBe(0);
    expect(must(await admin().get('/api/leads/nobody/applied-jobs'), 404).code).toBe('record_not_found');
  });

  it('are rejected if the place is unknown or the parameters are invalid', async () => {
    for (const path of [
      `/api/jobs/${jobs.nowhere._id}/matching-leads`,
      `/api/leads/${leads.nowhere._id}/matching-jobs`,
      `/api/jobs/leads-in-radius/${jobs.nowhere._id}/5`,
    ])
      expect(must(await admin().get(path), 422).code, path).toBe('place_unknown');
    expect(must(await admin().post('/api/leads/interested-location-job-search', { leadId: leads.home._id }), 422).code).toBe(
      'place_unknown',
    );
    for (const path of [
      `/api/jobs/leads-in-radius/${HOME}/far`,
      `/api/jobs/leads-in-radius/${HOME}/501`,
      `/api/jobs/${jobs.home._id}/matching-leads?miles=-1`,
      `/api/jobs/${jobs.home._id}/matching-leads?pageSize=0`,
    ])
      expect(must(await admin().get(path), 422).code, path).toBe('parameter_invalid');
    for (const body of [{}, { zip: '3003' }, { latitude: 3 }, { zip: HOME, miles: 501 }])
      expect(must(await admin().post('/api/jobs/radius-search', body), 422).code).toBe('body_invalid');
    expect(must(await admin().post('/api/jobs/radius-search', { zip: '00000' }), 422).code).toBe('filter_invalid');
    expect(must(await admin().get('/api/jobs/nobody/matching-leads'), 404).code).toBe('record_not_found');
  });

  it('are shown and searched only as far as the requester has access', async () => {
    const hidden = await open(HOME, { teams: [] });
    const clerk = await hire('near@muster.test', { module_access: { jobs: VIEW, leads: VIEW } });
    expect((await search('/api/jobs/radius-search', { zip: HOME, miles: 10 }, clerk)).total).toBe(3);
    expect(must(await clerk.get(`/api/jobs/${hidden._id}/matching-leads`), 404).code).toBe('record_not_found');
    expect(names(leads, await list(`/api/jobs/${jobs.home._id}/matching-leads`, clerk))).toEqual(['home', 'mover']);
    const jobless = await hire('leads-alone@muster.test', {
      module_access: { leads: VIEW },
      field_access: { leads: { current_address: 'none' } },
    });
    for (const path of ['/api/jobs/radius-search', '/api/jobs/paged-radius-search'])
      expect(must(await jobless.post(path, { zip: HOME }), 403).code).toBe('module_access_denied');
    for (const path of ['/api/leads/radius-search', '/api/leads/primary-address-radius-search'])
      expect(must(await jobless.post(path, { zip: HOME }), 422).code).toBe('unknown_field');
    expect(must(await jobless.get(`/api/leads/${leads.home._id}/matching-jobs`), 422).code).toBe('place_unknown');
    expect(must(await jobless.get(`/api/leads/jobs-in-radius/${HOME}/5`), 403).code).toBe('module_access_denied');
  });
});
