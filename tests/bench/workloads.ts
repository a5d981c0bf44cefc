import zipcodes from 'zipcodes';
import { drawName, toMailName } from '../../definitions/seeds/names.ts';
import { Random } from '../../definitions/seeds/random.ts';
import type { MadeRequest } from './load.ts';

export interface Workload {
  readonly name: string;
  /** Minimum ratio of our result to the baseline's. */
  readonly target: number;
  readonly reads: boolean;
  readonly ours: () => MadeRequest;
  readonly baseline: () => MadeRequest;
  readonly checkOurs: (body: string, request: MadeRequest) => boolean;
  readonly checkBaseline: (body: string, request: MadeRequest) => boolean;
}

/** Possible statuses of a lead. */
export const STATUSES = [
  'new',
  'attempting_contact',
  'screening',
  'qualified',
  'placement_opps',
  'submitted',
  'placed',
  'future_opp',
  'not_interested',
];

interface ResponseBody {
  readonly _id?: string;
  readonly next_step?: string;
  readonly last_name?: string;
  readonly data?: readonly Shown[];
  readonly total?: number;
}
interface Shown {
  readonly lead_status?: string;
  readonly last_name?: string;
  readonly name?: string;
}

const parse = (body: string): ResponseBody => JSON.parse(body) as ResponseBody;
const hidesFields = (record: object): boolean => !('desired_rate' in record) && !('license_number' in record);
const isPage = (body: string, each: (record: Shown) => boolean): boolean => {
  const { data, total } = parse(body);
  return data !== undefined && typeof total === 'number' && total >= data.length && data.every(each);
};
/** The baseline sorts by code units, the product case-insensitively. */
const rawNames = (body: string): readonly string[] => (parse(body).data ?? []).map(({ last_name = '' }) => last_name);
const lastNames = (body: string): readonly string[] => rawNames(body).map((name) => name.toLowerCase());
const isSorted = (names: readonly string[]): boolean => names.every((name, at) => at === 0 || (names[at - 1] as string) <= name);
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const contains = (record: Shown, term: string): boolean => fold(record.name ?? '').includes(fold(term));
/** The body of a request. */
const sent = <Body>({ body }: MadeRequest): Body => body as Body;
const idOf = ({ path }: MadeRequest): string => path.slice(path.lastIndexOf('/') + 1);

/** The six workloads, with random keys, terms and offsets. */
export function makeWorkloads(visibleIds: readonly string[], size: number): readonly Workload[] {
  const random = new Random(Date.now() & 0xffff);
  const id = (): string => random.pick(visibleIds);
  // Four letters from the middle of real names: rare and common ones.
  const terms = Array.from({ length: 400 }, () => {
    const name = toMailName(drawName(random).last_name);
    const start = random.between(0, Math.max(0, name.length - 4));
    return name.slice(start, start + 4);
  }).filter((term) => term.length >= 3);
  const middle = Math.floor(Math.min(size * 0.5, 50_000));
  const offset = (): number => Math.floor(random.between(Math.floor(middle * 0.9), Math.floor(middle * 1.1)) / 10) * 10;
  let made = 0;
  // Unique numbers, and no name twice at a ZIP: a duplicate would be rejected.
  const firstNumber = random.between(2_000_000, 8_000_000);
  const given = new Set<string>();
  let zip = 10_000;
  const unusedZip = (name: string): string => {
    do zip = zip === 99_999 ? 10_000 : zip + 1;
    while (zip in zipcodes.codes || given.has(`${name} ${zip}`));
    given.add(`${name} ${zip}`);
    return String(zip);
  };
  const person = (): object => {
    made += 1;
    const name = drawName(random);
    const mark = `${Date.now().toString(36)}${made}`;
    return {
      ...name,
      lead_status: 'new',
      profession: 'Audiologist',
      mobile_phone: `989${firstNumber + made}`,
      available_hours: 30,
      availability_date: '2027-03-01',
      email_addresses: [
        { email_address: `${toMailName(name.last_name)}.${mark}@bench.example.com`, primary: true, opt_out: false, invalid_email: false },
      ],
      current_address: {
        street: `${made} ${mark} St`,
        city: 'Decatur',
        state: 'GA',
        zip: unusedZip(`${name.first_name.slice(0, 2)} ${name.last_name}`),
      },
      next_step: 'Call back',
      lead_source: 'Referral',
    };
  };
  const status = (): string => random.pick(STATUSES);
  const search = (body: object): MadeRequest => ({ method: 'POST', path: '/api/leads/search', body });
  const plain = (body: object): MadeRequest => ({ method: 'POST', path: '/leads/search', body });
  const isSaved = (body: string, request: MadeRequest): boolean =>
    parse(body)._id === idOf(request) && parse(body).next_step === sent<ResponseBody>(request).next_step;
  const isMade = (body: string, request: MadeRequest): boolean =>
    parse(body)._id !== undefined && parse(body).last_name === sent<ResponseBody>(request).last_name;
  return [
    {
      name: 'get',
      target: 0.6,
      reads: true,
      ours: () => ({ method: 'GET', path: `/api/leads/${id()}` }),
      baseline: () => ({ method: 'GET', path: `/leads/${id()}` }),
      checkOurs: (body, request) => hidesFields(parse(body)) && parse(body)._id === idOf(request),
      checkBaseline: (body, request) => parse(body)._id === idOf(request),
    },
    {
      name: 'page',
      target: 4,
      reads: true,
      ours: () => search({ pageNumber: 0, pageSize: 10, sortField: 'last_name', sortOrder: 'asc', searchTerms: { lead_status: status() } }),
      baseline: () => plain({ lead_status: status(), limit: 10, offset: 0 }),
      checkOurs: (body, request) =>
        isPage(
          body,
          (record) => hidesFields(record) && record.lead_status === sent<{ searchTerms: Shown }>(request).searchTerms.lead_status,
        ) && isSorted(lastNames(body)),
      checkBaseline: (body, request) =>
        isPage(body, (record) => record.lead_status === sent<Shown>(request).lead_status) && isSorted(rawNames(body)),
    },
    {
      name: 'contains',
      target: 0.8,
      reads: true,
      ours: () =>
        search({
          pageNumber: 0,
          pageSize: 10,
          sortField: '_id',
          sortOrder: 'asc',
          searchTerms: { name: { contains: random.pick(terms) } },
        }),
      baseline: () => plain({ contains: random.pick(terms), limit: 10, offset: 0 }),
      checkOurs: (body, request) =>
        isPage(
          body,
          (record) =>
            hidesFields(record) &&
            contains(record, sent<{ searchTerms: { name: { contains: string } } }>(request).searchTerms.name.contains),
        ),
      checkBaseline: (body, request) => isPage(body, (record) => contains(record, sent<{ contains: string }>(request).contains)),
    },
    {
      name: 'create',
      target: 0.7,
      reads: false,
      ours: () => ({ method: 'POST', path: '/api/leads', body: person() }),
      baseline: () => ({ method: 'POST', path: '/leads', body: person() }),
      checkOurs: isMade,
      checkBaseline: isMade,
    },
    {
      name: 'update',
      target: 0.7,
      reads: false,
      ours: () => ({ method: 'PUT', path: `/api/leads/${id()}`, body: { next_step: `Step ${random.between(1, 1e9)}` } }),
      baseline: () => ({ method: 'PUT', path: `/leads/${id()}`, body: { next_step: `Step ${random.between(1, 1e9)}` } }),
      checkOurs: isSaved,
      checkBaseline: isSaved,
    },
    {
      name: 'offset',
      target: 1.5,
      reads: true,
      ours: () => search({ pageNumber: offset() / 10, pageSize: 10, sortField: 'last_name', sortOrder: 'asc' }),
      baseline: () => plain({ limit: 10, offset: offset() }),
      checkOurs: (body) => isPage(body, hidesFields) && lastNames(body).length === 10 && isSorted(lastNames(body)),
      checkBaseline: (body) => isPage(body, () => true) && rawNames(body).length === 10 && isSorted(rawNames(body)),
    },
  ];
}
