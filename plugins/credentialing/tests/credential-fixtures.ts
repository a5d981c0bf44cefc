import type { ApiClient } from '../../../tests/support/api-client.ts';
import { hireUser, type HiredUser } from '../../../tests/support/hire-user.ts';
import { createRecordHelpers, must, type CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import type { TestServer } from '../../../tests/support/start-server.ts';
import { SMALL_PDF, upload } from '../../../tests/support/upload.ts';

export const ITEMS = '/api/credentialing-required-items';

let made = 0;

/** Creates setups, placements and checklists with names of their own, and the requests about them. */
export function createCredentialFixtures(server: () => TestServer, client: () => ApiClient = () => server().admin) {
  const { make, read } = createRecordHelpers(client);
  const makeAccount = (name = `School ${(made += 1)}`): Promise<CreatedRecord> => make('/api/accounts', { name });
  /** A setup with items by title; it is for one account, so that tests do not find the setups of others. */
  const makeSetup = async (account: string, items: readonly object[], fields: object = {}): Promise<CreatedRecord> => {
    const setup = await make('/api/credentialing-setups', {
      name: `Setup ${(made += 1)}`,
      provider_type: ['W2', '1099'],
      core_or_managed: 'Core',
      account_specific: account,
      ...fields,
    });
    for (const [at, item] of items.entries()) await make(ITEMS, { order: at + 1, relatedCredentialingSetup: setup._id, ...item });
    return setup;
  };
  const makeProvider = (fields: object = {}): Promise<CreatedRecord> =>
    make('/api/providers', {
      first_name: 'Pat',
      last_name: `Vider ${(made += 1)}`,
      provider_type: 'W2',
      email_addresses: [{ email_address: `pat.${made}@muster.test`, primary: true }],
      ...fields,
    });
  const makePlacement = (account: string, provider: string, fields: object = {}): Promise<CreatedRecord> =>
    make('/api/placements', { name: `Placement ${(made += 1)}`, accounts_placements: account, providers_placements: provider, ...fields });
  const build = (placement: string, by = client()) => by.post(`/api/placements/${placement}/build-credentialing`);
  const itemsOf = async (record: string): Promise<readonly CreatedRecord[]> =>
    (
      await must(
        client().post(`${ITEMS}/search`, {
          searchTerms: { relatedCredentialingRecord: record },
          sortField: 'order',
          sortOrder: 'asc',
          pageSize: 200,
        }),
      )
    ).data;
  const change = (id: string, fields: object, by = client()) => by.put(`${ITEMS}/${id}`, fields);
  /** A checklist without a setup, with items by title. */
  const makeChecklist = async (provider: string, items: readonly object[], fields: object = {}) => {
    const record = await make('/api/credentialing', { providers_credentialing: provider, ...fields });
    const own: CreatedRecord[] = [];
    for (const [at, item] of items.entries())
      own.push(await make(ITEMS, { order: at + 1, relatedCredentialingRecord: record._id, ...item }));
    return { record, items: own };
  };
  /** A provider who can sign in. */
  const hireProvider = async (fields: object = {}): Promise<HiredUser & { readonly provider: CreatedRecord }> => {
    const user = await hireUser(server(), `Prov${(made += 1)}`, { userType: 'Provider', roles: ['role_provider'] });
    return { ...user, provider: await makeProvider({ related_user: user.id, ...fields }) };
  };
  const uploadPdf = async (by = client()): Promise<string> =>
    (await upload(by, { name: 'scan.pdf', content: SMALL_PDF })).body.path as string;
  return {
    make,
    read,
    makeAccount,
    makeSetup,
    makeProvider,
    makePlacement,
    build,
    itemsOf,
    change,
    makeChecklist,
    hireProvider,
    uploadPdf,
    setSetting: createSetSetting(server),
  };
}
