import { afterAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import { startMailServer } from '../../plugins/messages/tests/mail-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { isFullRun } from '../support/full-run.ts';
import { startProduct, useProgram } from './product-process.ts';

const KILLS = isFullRun ? 10 : 1;
const RECIPIENTS = isFullRun ? 2_000 : 300;
const TIMEOUT = 400_000 * inject('timeoutFactor');
/** Most rows of one request. */
const ROWS = 500;

const smtp = await startMailServer();
afterAll(() => smtp.stop());

async function call(request: Promise<{ readonly status: number; readonly body: unknown }>): Promise<{ readonly _id: string }> {
  const { status, body } = await request;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as { readonly _id: string };
}

/** A campaign to everybody, which has begun. */
async function startCampaign(admin: ApiClient): Promise<string> {
  const user = String((await admin.get('/api/shell')).body.user._id);
  await call(admin.put(`/api/users/${user}`, { sendgrid_approved: true }));
  const setting = (await call(admin.get('/api/admin-settings/by-key/postal_address')))._id;
  await call(admin.put(`/api/admin-settings/${setting}`, { setting: '1 Main Street, Mobile' }));
  for (let start = 0; start < RECIPIENTS; start += ROWS) {
    const records = Array.from({ length: Math.min(ROWS, RECIPIENTS - start) }, (_, at) => ({
      first_name: 'Mei',
      last_name: `Killed${start + at}`,
      email_addresses: [{ email_address: `p${start + at}@d${at % 10}.test`, primary: true, opt_out: false, invalid_email: false }],
    }));
    await call(admin.post('/api/leads/bulk?duplicates=allow', { mode: 'create', records }));
  }
  const template = { name: 'Kill', type: 'email', description: 'x', subject: 'News', body: 'Hello {{ target.last_name }}' };
  const steps = [{ days: 0, template: (await call(admin.post('/api/templates', template)))._id }];
  const view = { module: 'leads', name: 'Killed', filter: { last_name: { startsWith: 'Killed' } } };
  const audience_view = (await call(admin.post('/api/saved-views', view)))._id;
  const fields = { name: 'Kill', campaign_type: 'Email', audience: 'Fixed view', audience_module: 'leads', audience_view, steps };
  const { _id } = await call(admin.post('/api/campaigns', fields));
  await call(admin.post(`/api/campaigns/${_id}/start`));
  return _id;
}

describe('SIGKILL while a campaign is sent', () => {
  const { folder, theProgram } = useProgram('campaign-kill');

  it(
    `every recipient gets one message, by its Message-ID, with kills: ${KILLS}`,
    async () => {
      const environment = { SMTP_URL: smtp.url, MUSTER_WORKERS: '1' };
      const start = () => startProduct(theProgram(), { dataFolder: folder, environment });
      let product = await start();
      try {
        let admin = await product.signIn();
        const campaign = await startCampaign(admin);
        const results = async (): Promise<{ readonly [status: string]: number }> =>
          (await admin.get(`/api/campaigns/${campaign}/results`)).body.statuses;
        const dispatch = () => admin.post('/api/queues/campaigns/dispatch/run', {});
        await waitUntil(async () => ((await results())['Waiting'] ?? 0) === RECIPIENTS, { timeout: TIMEOUT / 4, what: 'The audience' });
        for (let kill = 1; kill <= KILLS; kill += 1) {
          await dispatch();
          // In the middle of sending, at another part of it each time.
          const part = (RECIPIENTS * kill) / (KILLS + 2);
          await waitUntil(() => Promise.resolve(smtp.received.length >= part), { timeout: TIMEOUT / 4, what: `Message ${part}` });
          product.signal('SIGKILL');
          await product.ended;
          product = await start();
          admin = await product.signIn();
        }
        await dispatch();
        await waitUntil(async () => ((await results())['Sent'] ?? 0) === RECIPIENTS, {
          timeout: TIMEOUT / 2,
          what: 'The end of the campaign',
        });
        const ids = new Map<string, Set<string>>();
        for (const { to, text } of smtp.received) {
          const [address = ''] = to;
          ids.set(address, (ids.get(address) ?? new Set()).add(/^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? ''));
        }
        expect(ids.size).toBe(RECIPIENTS);
        expect([...ids.values()].filter((own) => own.size !== 1 || own.has(''))).toEqual([]);
      } finally {
        await product.remove();
      }
    },
    TIMEOUT,
  );
});
