import { drawName, toMailName } from '../../../definitions/seeds/names.ts';
import { Random } from '../../../definitions/seeds/random.ts';
import type { InputType } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import type { BenchModule } from './bench-module.ts';

const NAME = 'benchPeople';
const STATUSES = ['open', 'waiting', 'active', 'paused', 'closed', 'archived'];
const CITIES = ['Decatur', 'Macon', 'Savannah', 'Boise', 'Tulsa', 'Duluth', 'Fargo', 'Reno', 'Salem', 'Dover'];

const FIELDS: readonly (readonly [name: string, inputType: InputType])[] = [
  ['name', 'TextField'],
  ['first_name', 'TextField'],
  ['last_name', 'TextField'],
  ['status', 'Dropdown'],
  ['email', 'TextField'],
  ['phone', 'TextField'],
  ['company', 'TextField'],
  ['street', 'TextField'],
  ['city', 'TextField'],
  ['zip', 'TextField'],
  ['score', 'Number'],
  ['next_step', 'TextField'],
];

/** A module of twelve fields without hooks, teams and hidden fields, with the two indexes of its pages. */
export const SMALL: BenchModule = {
  name: NAME,
  size: 30_000,
  statusField: 'status',
  statuses: STATUSES,
  hiddenFields: [],
  offset: (size) => Math.floor(Math.min(size * 0.5, 10_000)),
  definitions: [
    {
      kind: 'dropdown',
      id: 'bench_status',
      definition: { id: 'bench_status', name: 'bench_status', options: STATUSES.map((value) => ({ value, label: value })) },
    },
    {
      kind: 'module',
      id: NAME,
      definition: {
        id: NAME,
        name: NAME,
        label: 'Bench people',
        labelSingular: 'Bench person',
        kind: 'plain',
        path: `/api/${NAME}`,
        fieldForName: 'name',
        defaultSort: { sortField: 'last_name', sortOrder: 'asc' },
        indexes: [['status', 'last_name']],
        fields: FIELDS.map(([fieldName, inputType]) => ({
          id: `${NAME}_${fieldName}`,
          fieldName,
          label: fieldName,
          inputType,
          ...(inputType === 'Dropdown' ? { dropdown: 'bench_status' } : {}),
        })),
      },
    },
  ],
  targets: {
    sqlite: { get: 0.95, page: 4, contains: 0.8, create: 1.6, update: 1, offset: 1.5 },
    mongodb: { get: 0.7, page: 1, contains: 4, create: 0.6, update: 0.5, offset: 0.6 },
  },
  makeRecords: (_people, size) => makePeople(size),
  isVisible: () => true,
  createBodies: (random) => () => makePerson(random, Math.floor(random.next() * 1e9)),
};

function* makePeople(size: number): Generator<JsonObject> {
  const random = new Random(7);
  for (let number = 0; number < size; number += 1) yield makePerson(random, number);
}

function makePerson(random: Random, number: number): JsonObject {
  const { first_name, last_name } = drawName(random);
  return {
    name: `${first_name} ${last_name}`,
    first_name,
    last_name,
    status: random.pick(STATUSES),
    email: `${toMailName(last_name)}.${number}@bench.example.com`,
    phone: `404${String(number).padStart(7, '0').slice(-7)}`,
    company: `${last_name} & Partners ${number % 997}`,
    street: `${number} Bench St`,
    city: random.pick(CITIES),
    zip: String(10_000 + (number % 80_000)),
    score: random.between(0, 100),
    next_step: 'Call back',
  };
}
