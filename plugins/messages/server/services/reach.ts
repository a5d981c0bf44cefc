import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { foldText, toText, type JsonObject } from '#engine/model';
import { normalizeAddress } from './consent.ts';
import { getEmail, getPhone } from './template-values.ts';

/** People to be reached. */
export interface ReachInput {
  readonly channel: 'email' | 'sms';
  readonly records: readonly VisibleRecord[];
}

/** How one of them is reached. */
export interface Reach {
  /** In the form of the ledger; '' for none. */
  readonly address: string;
  /** Why nothing would be sent; undefined: nothing is known against it. It is checked again for each message, with all records of the address. */
  readonly reason: string | undefined;
}

/** Entries of the ledger that are read at once. */
const MOST_ENTRIES = 20_000;

/** The addresses of records, with what their own flags and the ledger say. */
export async function findReach({ records }: Pick<PluginContext, 'records'>, input: ReachInput): Promise<readonly Reach[]> {
  const { channel } = input;
  const addresses = input.records.map((record) =>
    normalizeAddress(channel, (channel === 'email' ? getEmail(record) : getPhone(record)) ?? ''),
  );
  const known = [...new Set(addresses.filter((address) => address !== ''))];
  const entries =
    known.length === 0
      ? []
      : (
          await records.find(SYSTEM_ACTOR, {
            module: 'consents',
            filter: { channel, address: { in: known } },
            sort: [
              { sortField: 'at', sortOrder: 'asc' },
              { sortField: '_id', sortOrder: 'asc' },
            ],
            fields: ['address', 'state'],
            limit: MOST_ENTRIES,
            totalLimit: 1,
          })
        ).data;
  const states = new Map(entries.map((entry) => [toText(entry['address']), toText(entry['state'])]));
  return input.records.map((record, index) => {
    const address = addresses[index] ?? '';
    return { address, reason: explain(channel, record, address, states.get(address)) };
  });
}

function explain(channel: 'email' | 'sms', record: VisibleRecord, address: string, state: string | undefined): string | undefined {
  if (address === '') return channel === 'email' ? 'No e-mail address.' : 'No phone number.';
  if (state === 'Opted out') return 'Has opted out.';
  if (channel === 'sms') return record['do_not_call'] === true ? 'Is not to be called.' : undefined;
  const entries = Array.isArray(record['email_addresses']) ? (record['email_addresses'] as readonly JsonObject[]) : [];
  const entry = entries.find((one) => foldText(toText(one['email_address'])) === address);
  if (entry?.['opt_out'] === true) return 'Has opted out.';
  return entry?.['invalid_email'] === true ? 'The address is marked as invalid.' : undefined;
}
