import zipcodes from 'zipcodes';
import { drawName, toMailName } from '../../definitions/seeds/names.ts';
import { Random } from '../../definitions/seeds/random.ts';
import type { MadeRequest } from './load.ts';

export interface Workload {
  readonly name: string;
  /** Least ratio of ours to the baseline's. */
  readonly target: number;
  readonly reads: boolean;
  ours(): MadeRequest;
  baseline(): MadeRequest;
  checkOurs(body: string): boolean;
  checkBaseline(body: string): boolean;
}

const STATUSES = ['new', 'attempting_contact', 'screening', 'qualified', 'placement_opps', 'submitted', 'placed', 'future_opp', 'not_interested'];

const parse = (body: string): { readonly _id?: string; readonly data?: readonly Record<string, unknown>[]; readonly total?: number } => JSON.parse(body) as never;
const hidesFields = (record: object): boolean => !('desired_rate' in record) && !('license_number' in record);
const isPage = (body: string, each: (record: Record<string, unknown>) => boolean): boolean => {
  const { data, total } = parse(body);
  return data !== undefined && typeof total === 'number' && total >= data.length && data.every(each);
};

/** The six pieces of work, with random keys, terms and offsets. */
export function makeWorkloads(visibleIds: readonly string[], size: number): readonly Workload[] {
  const random = new Random(Date.now() & 0xffff);
  const id = (): string => random.pick(visibleIds);
  // Four letters from the middle of real names: rare and common ones alike.
  const terms = Array.from({ length: 400 }, () => {
    const name = toMailName(drawName(random).last_name);
    const start = random.between(0, Math.max(0, name.length - 4));
    return name.slice(start, start + 4);
  }).filter((term) => term.length >= 3);
  const middle = Math.floor(Math.min(size * 0.5, 50_000));
  const offset = (): number => Math.floor(random.between(Math.floor(middle * 0.9), Math.floor(middle * 1.1)) / 10) * 10;
  let made = 0;
  // Nobody else's number, and no name twice at a ZIP: a duplicate would be refused.
  const firstNumber = random.between(2_000_000, 8_000_000);
  const given = new Set<string>();
  let zip = 10_000;
  const unusedZip = (name: string): string => {
    do zip = zip === 99_999 ? 10_000 : zip + 1; while (zip in zipcodes.codes || given.has(`${name} ${zip}`));
    given.add(`${name} ${zip}`);
    return String(zip);
  };
  const person = (): object => {
    made += 1;
    const name = drawName(random);
    const mark = `${Date.now().toString(36)}${made}`;
    return {
      ...name, lead_status: 'new', profession: 'Audiologist', mobile_phone: `989${firstNumber + made}`, available_hours: 30, availability_date: '2027-03-01',
      email_addresses: [{ email_address: `${toMailName(name.last_name)}.${mark}@bench.example.com`, primary: true, opt_out: false, invalid_email: false }],
      current_address: { street: `${made} ${mark} St`, city: 'Decatur', state: 'GA', zip: unusedZip(`${name.first_name.slice(0, 2)} ${name.last_name}`) }, next_step: 'Call back', lead_source: 'Referral',
    };
  };
  const status = (): string => random.pick(STATUSES);
  const search = (body: object): MadeRequest => ({ method: 'POST', path: '/api/leads/search', body });
  const plain = (body: object): MadeRequest => ({ method: 'POST', path: '/leads/search', body });
  return [
    { name: 'get', target: 0.6, reads: true, ours: () => ({ method: 'GET', path: `/api/leads/${id()}` }), baseline: () => ({ method: 'GET', path: `/leads/${id()}` }), checkOurs: (body) => hidesFields(parse(body)), checkBaseline: (body) => parse(body)._id !== undefined },
    { name: 'page', target: 4, reads: true, ours: () => search({ pageNumber: 0, pageSize: 10, sortField: 'last_name', sortOrder: 'asc', searchTerms: { lead_status: status() } }), baseline: () => plain({ lead_status: status(), limit: 10, offset: 0 }), checkOurs: (body) => isPage(body, hidesFields), checkBaseline: (body) => isPage(body, () => true) },
    { name: 'contains', target: 0.8, reads: true, ours: () => search({ pageNumber: 0, pageSize: 10, sortField: '_id', sortOrder: 'asc', searchTerms: { name: { contains: random.pick(terms) } } }), baseline: () => plain({ contains: random.pick(terms), limit: 10, offset: 0 }), checkOurs: (body) => isPage(body, hidesFields), checkBaseline: (body) => isPage(body, () => true) },
    { name: 'create', target: 0.7, reads: false, ours: () => ({ method: 'POST', path: '/api/leads', body: person() }), baseline: () => ({ method: 'POST', path: '/leads', body: person() }), checkOurs: (body) => parse(body)._id !== undefined, checkBaseline: (body) => parse(body)._id !== undefined },
    { name: 'update', target: 0.7, reads: false, ours: () => ({ method: 'PUT', path: `/api/leads/${id()}`, body: { next_step: `Step ${random.between(1, 1e9)}` } }), baseline: () => ({ method: 'PUT', path: `/leads/${id()}`, body: { next_step: `Step ${random.between(1, 1e9)}` } }), checkOurs: (body) => parse(body)._id !== undefined, checkBaseline: (body) => parse(body)._id !== undefined },
    { name: 'offset', target: 1.5, reads: true, ours: () => search({ pageNumber: offset() / 10, pageSize: 10, sortField: 'last_name', sortOrder: 'asc' }), baseline: () => plain({ limit: 10, offset: offset() }), checkOurs: (body) => isPage(body, hidesFields) && parse(body).data?.length === 10, checkBaseline: (body) => isPage(body, () => true) },
  ];
}
