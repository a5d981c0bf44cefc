import { afterAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { runDueJobs } from '../../../tests/support/run-job.ts';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { createJobFixtures } from './job-fixtures.ts';

/** Ten minutes before midnight in New York; in UTC it is already the next day. */
const clock = createTestClock('2027-05-11T03:50:00.000Z');
const CLOSED = ['Closed - Won', 'Closed - Lost', 'Cancelled'];
const FEEDS = ['Main job board', 'Company site', 'SimplyEDU'];
const OPEN = { job_status: 'Accepting Applications', included_in_feeds: FEEDS, indeed_campaign_boost: true };
const LEFT = ['Company site', 'SimplyEDU'];

describePluginRules(
  'The status of a job',
  (server) => {
    const { must, admin, renew, create, title, makeJob, readJob, move, moveMany, undo, setSetting } = createJobFixtures(server);
    afterAll(clock.reset);

    it('that closes it sets the date and the clean-up flag, and removes the main board and the boost', async () => {
      for (const job_status of CLOSED) {
        const job = await makeJob(OPEN);
        expect([job['needs_cleanup'], job['job_closed_date'], job['included_in_feeds']]).toEqual([false, undefined, FEEDS]);
        const closing = await move(job._id, { job_status });
        expect(must(closing), job_status).toMatchObject({
          needs_cleanup: true,
          job_closed_date: '2027-05-10',
          included_in_feeds: LEFT,
          indeed_campaign_boost: false,
        });
        expect(must(await undo(closing)).left).toEqual([]);
        const { _version, updatedAt, ...back } = await readJob(job._id);
        expect(back).toMatchObject({ ...OPEN, needs_cleanup: false });
        expect([back['job_closed_date'], _version, typeof updatedAt]).toEqual([undefined, 4, 'string']);
      }
    });

    it('"Submit Candidates" removes the main board and the boost and changes no other field', async () => {
      const job = await makeJob(OPEN);
      const moved = must(await move(job._id, { job_status: 'Submit Candidates' }));
      expect(moved).toMatchObject({ needs_cleanup: false, included_in_feeds: LEFT, indeed_campaign_boost: false });
      expect(moved.job_closed_date).toBeUndefined();
      for (const job_status of ['Draft', 'Interviewing', 'On Hold'])
        expect(must(await move((await makeJob(OPEN))._id, { job_status })), job_status).toMatchObject({
          included_in_feeds: FEEDS,
          indeed_campaign_boost: true,
        });
    });

    it('has the same effects on a new job and on each record of a mass update', async () => {
      expect(await makeJob({ ...OPEN, job_status: 'Cancelled' })).toMatchObject({
        needs_cleanup: true,
        job_closed_date: '2027-05-10',
        included_in_feeds: LEFT,
        indeed_campaign_boost: false,
      });
      const jobs = [await makeJob(OPEN), await makeJob(OPEN)];
      const ids = jobs.map(({ _id }) => _id);
      expect(must(await moveMany(ids, { job_status: 'Closed - Lost' })).updated).toEqual(ids);
      for (const id of ids)
        expect(await readJob(id)).toMatchObject({
          needs_cleanup: true,
          job_closed_date: '2027-05-10',
          included_in_feeds: LEFT,
          indeed_campaign_boost: false,
        });
    });

    it('keeps the closing date between closed statuses, and clears date and flag when the job is reopened', async () => {
      const job = await makeJob(OPEN);
      must(await move(job._id, { job_status: 'Closed - Lost' }));
      clock.advance({ days: 3 });
      await renew();
      expect(must(await move(job._id, { job_status: 'Closed - Won' }))).toMatchObject({
        job_closed_date: '2027-05-10',
        needs_cleanup: true,
      });
      const again = must(await move(job._id, { job_status: 'Interviewing' }));
      expect([again.job_closed_date, again.needs_cleanup, again.included_in_feeds]).toEqual([undefined, false, LEFT]);
      expect(must(await move(job._id, { job_status: 'Cancelled' })).job_closed_date).toBe('2027-05-13');
      // A manual change of a closed job is kept.
      expect(must(await move(job._id, { indeed_campaign_boost: true })).indeed_campaign_boost).toBe(true);
    });

    it('uses the board and the feeds from the settings', async () => {
      const { registry } = server().application;
      expect((await makeJob())['included_in_feeds']).toEqual(registry.current().settings.get('default_feeds')?.setting);
      await setSetting('default_feeds', ['Company site', 'Partner boards', 'A board that is gone']);
      expect((await makeJob())['included_in_feeds']).toEqual(['Company site', 'Partner boards']);
      // The form of a new job has them as defaults.
      const { fields } = must(await admin().get('/api/ss-modules/by-name/jobs'));
      expect(fields.find(({ fieldName }: { fieldName: string }) => fieldName === 'included_in_feeds').default).toEqual([
        'Company site',
        'Partner boards',
      ]);
      expect((await makeJob({ included_in_feeds: ['SimplyEDU'] }))['included_in_feeds']).toEqual(['SimplyEDU']);
      expect((await makeJob({ included_in_feeds: [] }))['included_in_feeds']).toBeUndefined();
      await setSetting('main_job_board', 'Company site');
      expect((await makeJob({ job_status: 'Cancelled' }))['included_in_feeds']).toEqual(['Partner boards']);
    });

    it('is recalculated with the rating and the hours from the current settings', async () => {
      const terms = {
        job_status: 'Accepting Applications',
        weekly_hours: 37.5,
        start_date: '2027-08-02',
        end_date: '2028-05-26',
        bill_rate: 80,
        profession: 'School Nurse, RN',
      };
      const job = await makeJob(terms);
      expect(job).toMatchObject({ job_rating: 5, hours_eligible: true });
      expect(job['monthly_hours']).toHaveLength(10);
      expect((job['monthly_hours'] as readonly object[])[0]).toEqual({
        month: '2027-08',
        workingDays: 22,
        hoursPerDay: 7.5,
        totalHours: 165,
        eligible: true,
      });
      expect(must(await move(job._id, { is_rfp: true })).job_rating).toBe(4);
      expect(must(await move(job._id, { end_date: '2027-08-13' }))).toMatchObject({
        job_rating: 3,
        hours_eligible: false,
        monthly_hours: [{ month: '2027-08', totalHours: 75 }],
      });
      expect(must(await move(job._id, { job_status: 'Closed - Won' })).job_rating).toBe(0);
      expect(must(await move(job._id, { job_status: 'Draft', opportunity_type: 'Direct Hire' })).job_rating).toBe(5);
      const bare = must(await move(job._id, { start_date: null }));
      expect([bare.monthly_hours, bare.hours_eligible]).toEqual([undefined, false]);
      expect(must(await admin().put(`/api/jobs/${job._id}`, { job_rating: 2 }), 403).code).toBe('field_not_writable');
    });

    it('leaves the job number unchanged', async () => {
      const { job_id } = must(await admin().get('/api/jobs/next-job-id'));
      expect(must(await create({ custom_job_title: title() }), 201).job_id).toBe(job_id);
      expect(must(await admin().get('/api/jobs/next-job-id'))).toEqual({ job_id: job_id + 1 });
    });
  },
  { clock },
);

describePluginRules(
  'Scheduled jobs',
  (server) => {
    const { must, admin, renew, makeJob, readJob, move, find, hire, setSetting } = createJobFixtures(server);
    /** Advances the clock by this number of days and runs the jobs that are due. */
    const rest = async (days: number): Promise<void> => {
      clock.advance({ days });
      await runDueJobs(server());
      await renew();
    };
    afterAll(clock.reset);

    it('flag jobs older than 60 days for clean-up, counted from the posting date or else the creation date', async () => {
      await rest(0);
      const made = await makeJob();
      const posted = await makeJob({ post_date: '2027-04-10', job_status: 'Interviewing' });
      const late = await makeJob({ post_date: '2027-06-30' });
      const gone = await makeJob({ post_date: '2027-01-01' });
      must(await admin().put(`/api/jobs/mark-deleted/${gone._id}`, {}));
      const marked = async () =>
        (await Promise.all([made, posted, late].map(({ _id }) => readJob(_id)))).map((job) => job['needs_cleanup']);
      await rest(30);
      // 60 days after 10 April is 9 June: the job is not older yet.
      expect(await marked()).toEqual([false, false, false]);
      await rest(1);
      expect(await marked()).toEqual([false, true, false]);
      expect(await readJob(posted._id)).toMatchObject({ job_status: 'Interviewing', _version: 3 });
      await rest(29);
      expect(await marked()).toEqual([false, true, false]);
      await rest(1);
      expect(await marked()).toEqual([true, true, false]);
      const audit = must(await admin().get(`/api/audit-log/get-record-changes-by-module/jobs/${posted._id}`));
      expect(audit.data[0]).toMatchObject({ field: 'needs_cleanup', changeSource: 'clean-up' });
    });

    it('process many jobs in batches', async () => {
      const records = Array.from({ length: 430 }, (_, index) => ({
        custom_job_title: `Old ${index}`,
        post_date: '2026-01-01',
        job_status: 'Draft',
      }));
      await server().application.records.createMany(SYSTEM_ACTOR, { module: 'jobs', records });
      await rest(1);
      expect(await find({ post_date: '2026-01-01', needs_cleanup: false })).toEqual([]);
      expect(await find({ post_date: '2026-01-01', needs_cleanup: true })).toHaveLength(430);
    });

    it('recalculate the rating by the current settings, except for closed jobs', async () => {
      const job = await makeJob({ weekly_hours: 20, bill_rate: 50, profession: 'School Nurse, RN' });
      const over = await makeJob({ weekly_hours: 20, job_status: 'Cancelled' });
      expect([job['job_rating'], over['job_rating']]).toEqual([1, 0]);
      await setSetting('job-rating-conditionals', { assignment_length: 12, weekly_hours: 10, job_statuses: ['Draft'] });
      await setSetting('bill-rates', { 'School Nurse, RN': 50 });
      await rest(1);
      expect([(await readJob(job._id))['job_rating'], (await readJob(over._id))['job_rating']]).toEqual([4, 0]);
      const { _version } = await readJob(job._id);
      await rest(1);
      expect((await readJob(job._id))['_version']).toBe(_version);
    });

    it('sort the rating search by the highest rating, within what the requester can see', async () => {
      const [one, two, three] = [
        await makeJob({ profession: 'Audiologist', weekly_hours: 5 }),
        await makeJob({ profession: 'Audiologist', opportunity_type: 'Direct Hire' }),
        await makeJob({ profession: 'Audiologist', is_rfp: true, weekly_hours: 5, job_status: 'On Hold' }),
      ];
      const search = async (body: object) =>
        must(await admin().post('/api/jobs/job-rating-search', { searchTerms: { profession: 'Audiologist' }, ...body }));
      const response = await search({});
      expect([response.total, response.pageNumber, response.pageSize, response.data.map(({ _id }: { _id: string }) => _id)]).toEqual([
        3,
        0,
        10,
        [two._id, one._id, three._id],
      ]);
      expect((await search({ minimum: 5 })).data).toMatchObject([{ _id: two._id, job_rating: 5 }]);
      expect((await search({ pageSize: 1, pageNumber: 1 })).data).toMatchObject([{ _id: one._id }]);
      expect((await search({ sortField: 'job_rating', sortOrder: 'asc' })).data).toMatchObject([
        { _id: three._id },
        { _id: one._id },
        { _id: two._id },
      ]);
      expect(must(await admin().post('/api/jobs/job-rating-search', { minimum: 9 }), 422).code).toBe('body_invalid');
      must(await move(two._id, { teams: [] }));
      const clerk = await hire('rater@muster.test', {
        module_access: {
          jobs: { access: true, create: false, mass_update: false, export: false, view: 'All', edit: 'None', delete: 'None' },
        },
      });
      expect(must(await clerk.post('/api/jobs/job-rating-search', { searchTerms: { profession: 'Audiologist' } })).data).toMatchObject([
        { _id: one._id },
        { _id: three._id },
      ]);
      const blind = await hire('blind-rater@muster.test', { module_access: {} });
      expect(must(await blind.post('/api/jobs/job-rating-search', {}), 403).code).toBe('module_access_denied');
    });
  },
  { clock },
);
