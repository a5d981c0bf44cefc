import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { hireUser, type HiredUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { openLive } from '../../../tests/support/open-live.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import { upload } from '../../../tests/support/upload.ts';
import { signCallStatus } from '../server/routes/call-status.ts';
import type { DialerCall } from '../shared/dialer.ts';
import { SILENCE, startVoiceCarrier, VOICE_CARRIER } from './voice-carrier-server.ts';

const TIMEOUT = 30_000;
const SYSTEM = { kind: 'system' } as const;
const OFFICE = '+12125550100';
const carrier = await startVoiceCarrier();
afterAll(() => carrier.stop());
/** A time of day at which it is night in the hour of the test, wherever a recipient of Hawaii looks at the clock. */
const NIGHT = () => {
  const hour = Number(new Intl.DateTimeFormat('en-US', { timeZone: 'Pacific/Honolulu', hour: 'numeric', hourCycle: 'h23' }).format());
  return hour < 12 ? { from: 22, until: 23 } : { from: 1, until: 2 };
};

describeOnEachStore(
  'Phone calls',
  (server) => {
    let ann: HiredUser;
    let bob: HiredUser;
    const setSetting = createSetSetting(server);
    const post = (path: string, body?: object) => ann.client.post(`/api/dialer/${path}`, body);
    const makeLead = async (mobile_phone: string, fields: object = {}): Promise<string> => {
      const lead = { first_name: 'Mei', last_name: `Tanaka ${mobile_phone.slice(-3)}`, mobile_phone, ...fields };
      return (await must(server().admin.post('/api/leads?duplicates=allow', lead), 201))._id;
    };
    const makeCampaign = async (fields: object = {}): Promise<string> =>
      (await must(ann.client.post('/api/dialer-campaigns', { name: 'Openings', assigned_to: ann.id, ...fields }), 201))._id;
    const people = (...phones: readonly string[]) => ({ participants: phones.map((phone) => ({ name: `Person ${phone}`, phone })) });
    const read = (id: string) => must(ann.client.get(`/api/dialer/conference-details/${id}`));
    const whenState = async (id: string, state: number) =>
      expect.poll(async () => (await read(id)).state, { timeout: TIMEOUT }).toBe(state);
    const start = (id: string) => must(post('request-new-conference', { campaign: id }));
    const pace = async (ring: number, talk: number): Promise<void> => {
      await setSetting('voice_ring_seconds', ring);
      await setSetting('voice_talk_seconds', talk);
    };

    beforeAll(async () => {
      [ann, bob] = [await hireUser(server(), 'Ann', { last_name: 'Dials' }), await hireUser(server(), 'Bob', { last_name: 'Dials' })];
      await setSetting('sms_hours', { from: 0, until: 24 });
      await pace(0, 0);
    });

    it('calls everyone once, one after another, and says what came of each call', async () => {
      const id = await makeCampaign(people('4045550201', '4045550207', '4045550208', '4045550209', '4045550206'));
      expect(await read(id)).toMatchObject({ state: 0, stateName: 'Ready', isStopped: true, isPaused: false, conferenceStarted: false });
      expect((await read(id)).remainingCalls).toHaveLength(5);
      const live = await openLive(server().url, ann.client.token);
      expect(await start(id)).toMatchObject({ state: 1, isStopped: false });
      await whenState(id, 7);
      const { calls, remainingCalls, isStopped, conferenceStarted } = await read(id);
      expect([remainingCalls, isStopped, conferenceStarted]).toEqual([[], true, false]);
      const results = calls.map(({ phone, result }: DialerCall) => [phone, result]);
      expect(results).toEqual([
        ['4045550201', 'Talked'],
        ['4045550207', 'Busy'],
        ['4045550208', 'No answer'],
        ['4045550209', 'Line dropped'],
        ['4045550206', 'Talked'],
      ]);
      expect(calls[4]).toMatchObject({ callId: `${id}.5`, said: expect.stringContaining('Tomorrow morning') });
      await live.next('event', ({ name, data }) => name === 'dialer-event' && data['campaign'] === id && data['state'] === 7);
      const states = live.received.flatMap((one) => (one.type === 'event' && one.data['campaign'] === id ? [one.data['state']] : []));
      expect(new Set(states)).toEqual(new Set([1, 2, 3, 7]));
      live.close();
    });

    it('never calls who opted out or is not to be called, also when that is entered after the start', async () => {
      await must(
        server().admin.post('/api/consents', { channel: 'voice', address: '4045550211', state: 'Opted out', source: 'Staff', text: 'No' }),
        201,
      );
      const contact = { first_name: 'No', last_name: 'Calls', mobile_phone: '4045550212', do_not_call: true };
      await must(server().admin.post('/api/contacts?duplicates=allow', contact), 201);
      const id = await makeCampaign(people('4045550211', '4045550212', '4045550213'));
      await start(id);
      await whenState(id, 7);
      const { calls } = await read(id);
      expect(calls.map(({ result }: DialerCall) => result)).toEqual([
        'Not called: 4045550211 has opted out.',
        'Not called: 4045550212 is not to be called.',
        'Talked',
      ]);
      expect(calls.slice(0, 2).every(({ carrierId }: DialerCall) => carrierId === undefined)).toBe(true);
    });

    it('calls people in their calling hours only: those who remain wait, and it pauses', async () => {
      await setSetting('sms_hours', NIGHT());
      const lead = await makeLead('8085550221', { current_address: { street: '1 Road', city: 'Hilo', state: 'HI', zip: '96720' } });
      const id = await makeCampaign();
      await must(post('add-participant', { campaign: id, module: 'leads', record: lead }));
      await start(id);
      await whenState(id, 5);
      expect(await read(id)).toMatchObject({ isPaused: true, calls: [], notice: expect.stringMatching(/^Outside of the calling hours/) });
      await setSetting('sms_hours', { from: 0, until: 24 });
      await must(post(`resume/${id}`));
      await whenState(id, 7);
      expect((await read(id)).calls).toMatchObject([{ recordId: lead, result: 'Talked' }]);
    });

    it('is paused, goes on, is left and is stopped by its caller', async () => {
      await pace(0, 600);
      const id = await makeCampaign(people('4045550231', '4045550232', '4045550233'));
      await start(id);
      await whenState(id, 4);
      const { current } = await read(id);
      expect(current).toMatchObject({ callId: `${id}.1`, result: 'Connected' });
      const more = await ann.client.put(`/api/dialer-campaigns/${id}`, people('4045550239'));
      expect(more).toMatchObject({ status: 409, body: { code: 'dialer_running' } });
      expect(await must(post(`pause/${id}`))).toMatchObject({ state: 4, isPaused: true });
      expect(await must(post(`end-call/${current.callId}`))).toMatchObject({ state: 5, current: null });
      expect(await must(post(`end-call/${current.callId}`), 409)).toMatchObject({ code: 'dialer_call_over' });
      await must(post(`resume/${id}`));
      await whenState(id, 4);
      const left = await must(post(`leave/${id}`));
      expect(left).toMatchObject({ state: 6, conferenceStarted: false, remainingCalls: [{ phone: '4045550233' }] });
      await pace(60, 600);
      await start(id);
      expect(await must(post('request-new-conference', { campaign: id }), 409)).toMatchObject({ code: 'dialer_state' });
      await pace(0, 600);
      await whenState(id, 4);
      await pace(60, 600);
      await must(post(`end-call/${id}.3`));
      await whenState(id, 7);
      expect(await must(post(`end-conference/${id}`), 409)).toMatchObject({ code: 'dialer_state' });
      await pace(0, 0);
    });

    it('calls somebody again whom a stopped campaign had not reached', async () => {
      const id = await makeCampaign(people('4045550241', '4045550242'));
      await pace(0, 600);
      await start(id);
      await whenState(id, 4);
      await pace(60, 600);
      await must(post(`end-call/${id}.1`));
      await whenState(id, 3);
      expect(await must(post(`save-disposition/${id}.2`, { disposition: 'Interested' }), 409)).toMatchObject({
        code: 'dialer_call_not_over',
      });
      const stopped = await must(post(`end-conference/${id}`));
      expect(stopped).toMatchObject({ state: 0, isStopped: true, remainingCalls: [{ phone: '4045550242' }] });
      expect(stopped.calls[1]).toMatchObject({ result: 'Ended before an answer' });
      await pace(0, 0);
      await start(id);
      await whenState(id, 7);
      expect((await read(id)).calls.map(({ phone }: DialerCall) => phone)).toEqual(['4045550241', '4045550242', '4045550242']);
    });

    it('writes what came of a call as one activity of the person', async () => {
      const lead = await makeLead('4045550251');
      const id = await makeCampaign();
      expect(await must(post('add-participant', { campaign: id, module: 'leads', record: lead }))).toMatchObject({
        module: 'leads',
        remainingCalls: [{ recordId: lead, phone: '4045550251' }],
      });
      await start(id);
      await whenState(id, 7);
      const account = await must(
        server().admin.post('/api/accounts?duplicates=allow', { name: 'Grove School', office_phone: '4045550252' }),
        201,
      );
      expect(await must(post('add-participant', { campaign: id, module: 'accounts', record: account._id }), 422)).toMatchObject({
        code: 'dialer_other_module',
      });
      await must(post(`save-disposition/${id}.1`, { disposition: 'Interested', note: 'Likes Atlanta' }));
      await must(post(`save-disposition/${id}.1`, { disposition: 'Call again', note: 'On Monday' }));
      const terms = { name: { contains: 'Call: ' }, activityType: 'Call' };
      const { data } = await must(ann.client.post('/api/activities/search', { searchTerms: terms }));
      expect(data).toMatchObject([{ name: 'Call: Call again', relatedRecord: { module: 'leads', id: lead } }]);
      expect(await must(ann.client.get(`/api/dialer/call-details/${id}.1`))).toMatchObject({
        disposition: 'Call again',
        note: 'On Monday',
        activity: data[0]._id,
      });
      expect(await must(ann.client.get(`/api/dialer/call-details/${id}.9`), 404)).toMatchObject({ code: 'dialer_call_missing' });
    });

    it('plays a voiceshot once to each recipient, in their calling hours, and never to who opted out', async () => {
      const { path } = await must(upload(server().admin, { name: 'orientation.wav', content: SILENCE }), 201);
      const makeVoiceshot = async (fields: object): Promise<string> =>
        (await must(server().admin.post('/api/voiceshots', { title: 'Orientation', active: true, ...fields }), 201))._id;
      const voiceshot = await makeVoiceshot({ path, duration_seconds: 0 });
      await expect
        .poll(async () => (await must(ann.client.get(`/api/voiceshots/${voiceshot}`))).filename, { timeout: TIMEOUT })
        .toBe('orientation.wav');
      const blast = (records: readonly string[], more: object = {}) =>
        ann.client.post('/api/messages/process-blast-voiceshot', { voiceshot, module: 'leads', records, ...more });
      const phones = ['4045550271', '4045550277', '4045550276', '4045550271', '4045550211'];
      const leads: string[] = [];
      for (const phone of phones) leads.push(await makeLead(phone));
      const { data } = await must(blast(leads), 202);
      const sent = (): Promise<
        { readonly _id: string; readonly status: string; readonly call_result?: string; readonly _version: number }[]
      > => Promise.all(data.map(({ _id }: { readonly _id: string }) => must(ann.client.get(`/api/messages/${_id}`))));
      expect(data).toHaveLength(4);
      expect(data[3]).toMatchObject({ status: 'Not Sent', failure: '4045550211 has opted out.', sent_by: ann.id, messageType: 'Voice' });
      await expect
        .poll(async () => (await sent()).map(({ status }) => status), { timeout: TIMEOUT })
        .toEqual(['Sent', 'Failed', 'Sent', 'Not Sent']);
      const results = await sent();
      const called = {
        voiceshot,
        messageType: 'Voice',
        direction: 'Outbound',
        sent_by: ann.id,
        assigned_to: ann.id,
        subject: 'Orientation',
      };
      const long = new Date(Date.now() - 600_000).toISOString();
      const lose = async (phone: string, fields: object): Promise<string> => {
        // Saved without its effect: as if the queue had lost the job.
        const lost = { ...called, to: [phone], call_after: long, ...fields };
        return (await server().application.records.create(SYSTEM, { module: 'messages', fields: lost, quiet: true })).record._id;
      };
      const lost = [await lose('4045550291', { status: 'Queued' }), await lose('4045550292', { status: 'Sending', called_at: long })];
      await runJob(server(), 'voice/recover');
      await runJob(server(), 'voice/recover');
      const readLost = () => Promise.all(lost.map((id) => must(ann.client.get(`/api/messages/${id}`))));
      await expect.poll(async () => (await readLost()).map(({ status }) => status), { timeout: TIMEOUT }).toEqual(['Sent', 'Sent']);
      // Claimed, placed, ended: once each.
      expect((await readLost()).map(({ _version }) => _version)).toEqual([4, 3]);
      expect(results.map(({ call_result }) => call_result)).toEqual([
        'Talked',
        'Busy',
        expect.stringMatching(/^Talked: Thank you/),
        undefined,
      ]);
      // Queued, claimed, placed, ended: a call that is made twice has more versions.
      expect(results.map(({ _version }) => _version)).toEqual([4, 4, 4, 1]);
      expect(await must(ann.client.put(`/api/messages/${results[0]?._id ?? ''}`, { status: 'Failed' }), 422)).toMatchObject({
        code: 'voiceshot_fixed',
      });
      await setSetting('sms_hours', NIGHT());
      const far = await makeLead('8085550278', { current_address: { street: '1 Road', city: 'Hilo', state: 'HI', zip: '96720' } });
      const [waits] = (await must(blast([far]), 202)).data;
      expect(waits.status).toBe('Queued');
      expect(Date.parse(waits.call_after)).toBeGreaterThan(Date.now());
      expect(await must(ann.client.put(`/api/messages/${waits._id}`, { status: 'Cancelled' }))).toMatchObject({ status: 'Cancelled' });
      await setSetting('sms_hours', { from: 0, until: 24 });
      const refused = async (records: readonly string[], more: object, status: number) => (await must(blast(records, more), status)).code;
      expect(await refused(leads, { voiceshot: await makeVoiceshot({}) }, 422)).toBe('voiceshot_file_missing');
      expect(await refused(leads, { voiceshot: await makeVoiceshot({ path, active: false }) }, 422)).toBe('voiceshot_not_in_use');
      expect(await refused(['none'], {}, 404)).toBe('record_not_found');
      expect(await refused([], {}, 422)).toBe('body_invalid');
      expect(await refused([await makeLead('')], {}, 422)).toBe('voiceshot_nobody');
    });

    it('has its people added and removed while it runs, but nobody who is on the line', async () => {
      await pace(0, 600);
      const id = await makeCampaign({ ...people('4045550301', '4045550302'), name: 'Changing' });
      await start(id);
      await whenState(id, 4);
      const remove = (phone: string, status?: number) => must(post('remove-participant', { campaign: id, phone }), status);
      expect(await remove('4045550301', 409)).toMatchObject({ code: 'dialer_state' });
      expect(await remove('4045550302')).toMatchObject({ participants: [{ phone: '4045550301' }], remainingCalls: [] });
      expect(await remove('4045550302', 404)).toMatchObject({ code: 'dialer_participant_missing' });
      expect(await must(post('add-participant', { campaign: id, phone: '4045550303' }))).toMatchObject({ remainingCalls: [{}] });
      await must(post(`end-conference/${id}`));
      await pace(0, 0);
    });

    it('is recorded where a setting allows it: a file of the recording that the activity of the call has', async () => {
      await setSetting('voice_record_calls', true);
      const lead = await makeLead('4045550311');
      const id = await makeCampaign();
      await must(post('add-participant', { campaign: id, module: 'leads', record: lead }));
      await start(id);
      await whenState(id, 7);
      await must(post(`save-disposition/${id}.1`, { disposition: 'Interested' }));
      await expect.poll(async () => (await read(id)).calls[0].recording ?? '', { timeout: TIMEOUT }).not.toBe('');
      const [{ recording, activity }] = (await read(id)).calls;
      expect(await must(ann.client.get(`/api/recordings/${recording}`))).toMatchObject({
        ...{ type: 'Call', phone: '4045550311', user: ann.id, duration_seconds: 1, filename: expect.stringMatching(/\.wav$/) },
        related_record: { module: 'leads', id: lead },
      });
      await expect.poll(async () => (await must(ann.client.get(`/api/activities/${activity}`))).call, { timeout: TIMEOUT }).toBe(recording);
      await setSetting('voice_record_calls', false);
    });

    it('records what a user speaks who is called at their own number', async () => {
      expect(await must(bob.client.post('/api/recordings/request-vm-call', {}), 422)).toMatchObject({ code: 'dialer_phone_missing' });
      await must(server().admin.put(`/api/users/${bob.id}`, { phone: '4045550321' }));
      const { _id, call_status } = await must(bob.client.post('/api/recordings/request-vm-call', { name: 'Out until Monday' }), 202);
      expect(call_status).toBe('Calling');
      const readOwn = () => must(bob.client.get(`/api/recordings/${_id}`));
      await expect.poll(async () => (await readOwn()).call_status, { timeout: TIMEOUT }).toBe('Recorded');
      expect(await readOwn()).toMatchObject({
        name: 'Out until Monday',
        type: 'Voicemail',
        phone: '4045550321',
        filename: 'Out until Monday.wav',
      });
    });

    it('goes over an HTTP carrier once, also if its response was lost, and follows signed reports', async () => {
      await must(server().admin.put('/api/plugins/voice/secrets/voice_token', { value: VOICE_CARRIER.token }));
      const settings = { voice_address: carrier.url, voice_number: OFFICE, voice_account: VOICE_CARRIER.account };
      for (const [name, value] of Object.entries(settings)) await setSetting(name, value);
      const { path } = await must(upload(server().admin, { name: 'closing.wav', content: SILENCE }), 201);
      const closing = { title: 'Closing', active: true, path, filename: 'closing.wav' };
      const { _id: voiceshot } = await must(server().admin.post('/api/voiceshots', closing), 201);
      const blast = async (phone: string): Promise<string> => {
        const body = { voiceshot, module: 'leads', records: [await makeLead(phone)] };
        return (await must(ann.client.post('/api/messages/process-blast-voiceshot', body), 202)).data[0]._id;
      };
      const readMessage = (id: string) => must(ann.client.get(`/api/messages/${id}`));
      const status = async (id: string): Promise<string> => (await readMessage(id)).status;
      carrier.calls.length = 0;
      carrier.status = 'in-progress';
      carrier.mode = 'lost';
      const message = await blast('4045550331');
      await expect.poll(() => carrier.to('+14045550331').length, { timeout: TIMEOUT }).toBe(1);
      carrier.mode = 'accept';
      await expect.poll(async () => (await readMessage(message)).call_id ?? '', { timeout: TIMEOUT }).toBe('CA1');
      const [call] = carrier.to('+14045550331');
      expect(call?.from).toBe(OFFICE);
      const audio = /<Play>([^<]*)<\/Play>/.exec(call?.fields.get('Twiml') ?? '')?.[1] ?? '';
      const played = await fetch(audio.replace(/^https?:\/\/[^/]*/, server().url));
      expect([played.status, played.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^audio\//)]);
      if (call !== undefined) call.status = 'completed';
      const report = { CallSid: 'CA1', CallStatus: 'completed' };
      const callback = new URL(call?.fields.get('StatusCallback') ?? '');
      const send = (signature: string) =>
        fetch(`${server().url}${callback.pathname}${callback.search}`, {
          method: 'POST',
          headers: { 'x-twilio-signature': signature },
          body: new URLSearchParams(report),
        });
      expect(await (await send('wrong')).json()).toMatchObject({ code: 'voice_signature_invalid' });
      expect((await send(signCallStatus(VOICE_CARRIER.token, callback.href, report))).status).toBe(200);
      await expect.poll(() => status(message), { timeout: TIMEOUT }).toBe('Sent');
      expect(carrier.to('+14045550331')).toHaveLength(1);
      carrier.mode = 'refuse';
      const refused = await blast('4045550332');
      await expect.poll(() => status(refused), { timeout: TIMEOUT }).toBe('Failed');
      expect(await readMessage(refused)).toMatchObject({ failure: 'This number cannot be called' });
      const id = await makeCampaign(people('4045550333'));
      expect(await must(post('request-new-conference', { campaign: id }), 422)).toMatchObject({ code: 'dialer_phone_missing' });
      await must(server().admin.put(`/api/users/${ann.id}`, { phone: '4045550334' }));
      expect((await must(post('request-new-conference', { campaign: id }), 502)).code).toBe('voice_carrier_failed');
      carrier.mode = 'accept';
      await setSetting('voice_record_calls', true);
      expect(await start(id)).toMatchObject({ state: 1, isSimulated: false });
      await whenState(id, 4);
      const [[person], [caller]] = [carrier.to('+14045550333'), carrier.to('+14045550334')];
      expect(person?.fields.get('Twiml')).toBe(caller?.fields.get('Twiml'));
      expect([person?.fields.get('Record'), caller?.fields.get('Record')]).toEqual(['true', null]);
      await must(post(`end-call/${id}.1`));
      expect(person?.status).toBe('completed');
      await whenState(id, 7);
      await expect.poll(async () => (await read(id)).calls[0].recording ?? '', { timeout: TIMEOUT }).not.toBe('');
      expect((await must(ann.client.get(`/api/recordings/${(await read(id)).calls[0].recording}`))).duration_seconds).toBe(7);
      carrier.status = 'busy';
      const left = await makeCampaign(people('4045550335'));
      await start(left);
      await whenState(left, 6);
      await setSetting('voice_record_calls', false);
      await setSetting('voice_account', '');
    });

    it('is run by its caller alone, with the rights of today, and refuses what is wrong', async () => {
      const id = await makeCampaign(people('4045550261'));
      const his = (path: string, body?: object) => bob.client.post(`/api/dialer/${path}`, body);
      expect(await must(his('request-new-conference', { campaign: id }), 403)).toMatchObject({ code: 'dialer_of_another' });
      expect(await must(his('add-participant', { campaign: id, phone: '4045550262' }), 403)).toMatchObject({ code: 'dialer_of_another' });
      expect((await must(his('conference-search', { search: 'Openings', isMine: true }))).total).toBe(0);
      expect((await must(post('conference-search', { search: 'Openings', isMine: true, states: [0] }))).data).toMatchObject([
        { campaign: id },
      ]);
      const refused = async (path: string, body: object, status: number) => (await must(post(path, body), status)).code;
      const add = (fields: object) => ({ campaign: id, ...fields });
      expect(await refused('add-participant', add({ phone: '911' }), 422)).toBe('dialer_number_invalid');
      expect(await refused('add-participant', add({ phone: '404555026\n3' }), 422)).toBe('dialer_number_invalid');
      expect(await refused('add-participant', add({ phone: '4045550261' }), 409)).toBe('dialer_participant_known');
      expect(await refused('add-participant', add({ name: 'Mei' }), 422)).toBe('dialer_phone_missing');
      expect(await refused('add-participant', add({ module: 'leads', record: 'none' }), 404)).toBe('record_not_found');
      expect(await refused('request-new-conference', { campaign: 'none' }, 404)).toBe('record_not_found');
      expect(await refused('request-new-conference', {}, 422)).toBe('body_invalid');
      expect(await refused('request-new-conference', { campaign: await makeCampaign() }, 422)).toBe('dialer_nobody_left');
      expect(await refused(`save-disposition/${id}.1`, { disposition: 'Sold' }, 422)).toBe('body_invalid');
      const put = async (fields: object, status: number) =>
        (await must(ann.client.put(`/api/dialer-campaigns/${id}`, fields), status)).code;
      expect(await put({ status: '4' }, 422)).toBe('dialer_state_fixed');
      const many = Array.from({ length: 101 }, (_, index) => ({ phone: `404555${1_000 + index}` }));
      expect(await put({ participants: many }, 422)).toBe('dialer_full');
      await must(server().admin.put(`/api/users/${ann.id}`, { active: false }));
      expect((await post('request-new-conference', { campaign: id })).status).toBe(401);
    });
  },
  { configuration: { webhookHosts: ['127.0.0.1'] } },
);
