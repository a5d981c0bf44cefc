import { drawName, toMailName } from '../../definitions/seeds/names.ts';
import { Random } from '../../definitions/seeds/random.ts';
import type { MadeRequest } from './load.ts';
import type { BenchModule, Targets } from './modules/bench-module.ts';

export interface Workload {
  readonly name: keyof Targets;
  readonly reads: boolean;
  readonly ours: () => MadeRequest;
  readonly baseline: () => MadeRequest;
  readonly checkOurs: (body: string, request: MadeRequest) => boolean;
  readonly checkBaseline: (body: string, request: MadeRequest) => boolean;
}

interface ResponseBody {
  readonly _id?: string;
  readonly next_step?: string;
  readonly last_name?: string;
  readonly data?: readonly Shown[];
  readonly total?: number;
}
interface Shown {
  readonly last_name?: string;
  readonly name?: string;
  readonly [field: string]: unknown;
}

const parse = (body: string): ResponseBody => JSON.parse(body) as ResponseBody;
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
export function makeWorkloads(module: BenchModule, visibleIds: readonly string[], size: number): readonly Workload[] {
  const random = new Random(Date.now() & 0xffff);
  const id = (): string => random.pick(visibleIds);
  const hidesFields = (record: object): boolean => module.hiddenFields.every((name) => !(name in record));
  // Four letters from the middle of real names: rare and common ones.
  const terms = Array.from({ length: 400 }, () => {
    const name = toMailName(drawName(random).last_name);
    const start = random.between(0, Math.max(0, name.length - 4));
    return name.slice(start, start + 4);
  }).filter((term) => term.length >= 3);
  const middle = module.offset(size);
  const offset = (): number => Math.floor(random.between(Math.floor(middle * 0.9), Math.floor(middle * 1.1)) / 10) * 10;
  const makeBody = module.createBodies(random);
  const status = (): string => random.pick(module.statuses);
  const step = (): object => ({ next_step: `Step ${random.between(1, 1e9)}` });
  const path = `/api/${module.name}`;
  const search = (body: object): MadeRequest => ({
    method: 'POST',
    path: `${path}/search`,
    body: { pageSize: 10, sortOrder: 'asc', ...body },
  });
  const plain = (body: object): MadeRequest => ({ method: 'POST', path: '/records/search', body: { limit: 10, offset: 0, ...body } });
  const isSaved = (body: string, request: MadeRequest): boolean =>
    parse(body)._id === idOf(request) && parse(body).next_step === sent<ResponseBody>(request).next_step;
  const isMade = (body: string, request: MadeRequest): boolean =>
    parse(body)._id !== undefined && parse(body).last_name === sent<ResponseBody>(request).last_name;
  return [
    {
      name: 'get',
      reads: true,
      ours: () => ({ method: 'GET', path: `${path}/${id()}` }),
      baseline: () => ({ method: 'GET', path: `/records/${id()}` }),
      checkOurs: (body, request) => hidesFields(parse(body)) && parse(body)._id === idOf(request),
      checkBaseline: (body, request) => parse(body)._id === idOf(request),
    },
    {
      name: 'page',
      reads: true,
      ours: () => search({ pageNumber: 0, sortField: 'last_name', searchTerms: { [module.statusField]: status() } }),
      baseline: () => plain({ status: status() }),
      checkOurs: (body, request) =>
        isPage(
          body,
          (record) =>
            hidesFields(record) && record[module.statusField] === sent<{ searchTerms: Shown }>(request).searchTerms[module.statusField],
        ) && isSorted(lastNames(body)),
      checkBaseline: (body, request) =>
        isPage(body, (record) => record[module.statusField] === sent<{ status: string }>(request).status) && isSorted(rawNames(body)),
    },
    {
      name: 'contains',
      reads: true,
      ours: () => search({ pageNumber: 0, sortField: '_id', searchTerms: { name: { contains: random.pick(terms) } } }),
      baseline: () => plain({ contains: random.pick(terms) }),
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
      reads: false,
      ours: () => ({ method: 'POST', path, body: makeBody() }),
      baseline: () => ({ method: 'POST', path: '/records', body: makeBody() }),
      checkOurs: isMade,
      checkBaseline: isMade,
    },
    {
      name: 'update',
      reads: false,
      ours: () => ({ method: 'PUT', path: `${path}/${id()}`, body: step() }),
      baseline: () => ({ method: 'PUT', path: `/records/${id()}`, body: step() }),
      checkOurs: isSaved,
      checkBaseline: isSaved,
    },
    {
      name: 'offset',
      reads: true,
      ours: () => search({ pageNumber: offset() / 10, sortField: 'last_name' }),
      baseline: () => plain({ offset: offset() }),
      checkOurs: (body) => isPage(body, hidesFields) && lastNames(body).length === 10 && isSorted(lastNames(body)),
      checkBaseline: (body) => isPage(body, () => true) && rawNames(body).length === 10 && isSorted(rawNames(body)),
    },
  ];
}
