import { afterAll, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { createReplayEffects } from '../../../tests/support/replay-effects.ts';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { createJobFixtures } from './job-fixtures.ts';

/** Ten minutes before midnight in New York; in UTC it is already the next day. */
const clock = createTestClock('2027-05-11T03:50:00.000Z');

describePluginRules(
  'The posting of a job',
  (server) => {
    const { must, admin, renew, create, title, makeJob, readJob, move, moveMany, undo } = createJobFixtures(server);
    const datesOf = async (id: string) => {
      const job = await readJob(id);
      return [job['post_date'], job['date_last_boosted']];
    };
    const rest = async (): Promise<void> => {
      clock.advance({ days: 1 });
      await renew();
    };
    afterAll(clock.reset);

    it('is dated with the day of its creation, unless the request sets a date', async () => {
      expect((await makeJob())['post_date']).toBe('2027-05-10');
      expect((await makeJob({ included_in_feeds: [] }))['post_date']).toBe('2027-05-10');
      expect((await makeJob({ post_date: '2027-04-01' }))['post_date']).toBe('2027-04-01');
    });

    it('is dated with the first day in a feed, and that date stays', async () => {
      const early = await makeJob();
      const [late, typed] = [await makeJob({ included_in_feeds: [] }), await makeJob({ included_in_feeds: [] })];
      await rest();
      must(await move(late._id, { city: 'Decatur' }));
      expect((await datesOf(late._id))[0]).toBe('2027-05-10');
      await rest();
      expect(must(await moveMany([late._id], { included_in_feeds: ['Company site'] })).refused).toEqual([]);
      expect((await datesOf(late._id))[0]).toBe('2027-05-12');
      must(await move(typed._id, { included_in_feeds: ['Company site'], post_date: '2027-05-20' }));
      expect((await datesOf(typed._id))[0]).toBe('2027-05-20');
      const left = await move(late._id, { included_in_feeds: [] });
      must(left);
      await rest();
      must(await move(late._id, { included_in_feeds: ['SimplyEDU'] }));
      for (const included_in_feeds of [[], ['Company site']]) must(await move(early._id, { included_in_feeds }));
      expect([(await datesOf(late._id))[0], (await datesOf(early._id))[0]]).toEqual(['2027-05-12', '2027-05-10']);
    });

    it('has the day on which the boost last went on', async () => {
      const day = (): string => new Date(clock.now() - 4 * 3_600_000).toISOString().slice(0, 10);
      const [plain, boosted] = [await makeJob(), await makeJob({ indeed_campaign_boost: true })];
      const first = day();
      expect([(await datesOf(plain._id))[1], (await datesOf(boosted._id))[1]]).toEqual([undefined, first]);
      await rest();
      must(await move(boosted._id, { city: 'Decatur' }));
      expect((await datesOf(boosted._id))[1]).toBe(first);
      const turnedOn = await move(plain._id, { indeed_campaign_boost: true });
      expect(must(turnedOn).date_last_boosted).toBe(day());
      expect(must(await undo(turnedOn)).left).toEqual([]);
      expect((await datesOf(plain._id))[1]).toBeUndefined();
      must(await move(boosted._id, { indeed_campaign_boost: false }));
      await rest();
      expect(must(await move(boosted._id, { indeed_campaign_boost: true })).date_last_boosted).toBe(day());
      // A status that ends the boost in the same save leaves the date.
      const closed = await makeJob({ indeed_campaign_boost: true, job_status: 'Cancelled' });
      expect([closed['indeed_campaign_boost'], closed['date_last_boosted']]).toEqual([false, undefined]);
    });

    it('is followed by the matching of the new job, once, which an undo of the creation includes', async () => {
      const created = await create({ custom_job_title: title(), zip: '30030', profession: 'Audiologist' });
      const { _id } = must(created, 201);
      await server().application.outbox.drain();
      const processed = await readJob(_id);
      expect(processed).toMatchObject({ new_job_processed: true, _version: 2 });
      expect(processed['updatedAt']).toBe(created.body.updatedAt);
      await createReplayEffects(server)('jobs', _id);
      await server().application.outbox.drain();
      expect((await readJob(_id))['_version']).toBe(2);
      expect(must(await undo(created)).left).toEqual([]);
      expect((await admin().get(`/api/jobs/${_id}`)).body.deleted ?? true).toBe(true);
      // Neither a missing location nor a profession that no lead has is a failure.
      expect((await makeJob({ zip: null }))['new_job_processed']).toBe(true);
      expect(must(await admin().put(`/api/jobs/${(await makeJob())._id}`, { new_job_processed: false }), 403).code).toBe(
        'field_not_writable',
      );
    });
  },
  { clock },
);
