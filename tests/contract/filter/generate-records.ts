import fc from 'fast-check';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import { fixtureId } from '#tests/support';

/**
 * Texts that are hard to compare: case, composed and decomposed accents, ligatures, astral characters, private use, and
 * special characters of LIKE, GLOB, FTS and regular expressions.
 */
const HARD_TEXTS = [
  'Ana María',
  'ana  maria',
  'ANA MARÍA lópez',
  'Åse Ångström',
  'A\u030Ase angstro\u0308m',
  'ﬁancé',
  'fiancee',
  'İstanbul',
  'istanbul',
  'Straße',
  'STRASSE',
  '𝔘nion 😀',
  'union 😁',
  '😀',
  '𐐀𐐁 deseret',
  '𐐨𐐩 Deseret',
  '\uE000 private',
  '\uFDD5\uFFFD end',
  '豈 compat',
  '漢字かな',
  'ｆｕｌｌ width',
  'ﷺ',
  'Zoë',
  'zoe',
  'ZOË 2',
  '100% sure',
  '100_ sure',
  '100* sure?',
  'a.b(c)[d]{e}^$|\\',
  'O\'Brien "Bob"',
  'O\u2019Brien',
  'NOT a AND b OR c',
  'near/3 "x"',
  '-dash- --',
  'tab\tnew\nline',
  'x',
  'X y',
  'xyz',
  'wxyz',
  'null',
  '0',
  '007',
  '7',
  'Łódź',
  'naïve',
  'NAI\u0308VE',
  'Ωmega',
  'ωMEGA',
  'и\u0306й',
  'Й',
  'ǅ',
  'ŉ',
  'ẞ',
  'aa',
  'ab',
  'AB c',
  'a b c',
  '\u0301',
] as const;

const WORDS = ['river', 'River', 'RÍVER', 'stone', 'Stone', 'Maple', 'oak', 'Öak', 'north', '😀'] as const;

const text = fc.oneof(
  { arbitrary: fc.constantFrom(...HARD_TEXTS), weight: 4 },
  { arbitrary: fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((words) => words.join(' ')), weight: 5 },
  { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), weight: 1 },
);

const day = fc
  .tuple(fc.integer({ min: 2023, max: 2026 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);

/** Half of them are near the two clock changes in America/New_York in 2025. */
const instant = fc
  .oneof(
    fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2026, 11, 31) }),
    fc.integer({ min: Date.UTC(2025, 2, 8), max: Date.UTC(2025, 2, 10) }),
    fc.integer({ min: Date.UTC(2025, 10, 1), max: Date.UTC(2025, 10, 3) }),
  )
  .map((time) => new Date(time).toISOString());

const phone = fc.constantFrom('4045550100', '4045550142', '2125550100', '6185550100', '+442071838750', '+33142685300');
const email = fc
  .tuple(fc.constantFrom('ana', 'Bob.Lee', 'zoe+x', 'o_brien', 'cafe'), fc.constantFrom('example.com', 'Example.ORG', 'mail.test'))
  .map(([user, host]) => ({ email_address: `${user}@${host}`, primary: true, opt_out: false, invalid_email: false }));
const address = fc.record(
  {
    street: fc.constantFrom('1 Main St', '22 Öak Ave', '3 Río Rd'),
    city: fc.constantFrom('Atlanta', 'Río Grande', 'New York', 'Zürich'),
    state: fc.constantFrom('GA', 'NY', 'TX', 'IL'),
    zip: fc.constantFrom('30301', '10001', '62959'),
  },
  { requiredKeys: [] },
);

function idOf(count: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: count + 3 }).map(fixtureId);
}

function few<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) });
}

/** One arbitrary per field name; each field is missing in about one of six records. */
function fieldArbitraries(people: number, firms: number): { readonly [name: string]: fc.Arbitrary<JsonValue> } {
  const flex = fc.oneof(
    idOf(people).map((id) => ({ module: 'people', id })),
    idOf(firms).map((id) => ({ module: 'firms', id })),
  );
  return {
    name: text,
    notes: text,
    site: fc.constantFrom('https://example.com/A', 'https://example.org/b', 'ftp://files.test/é'),
    email: few(email),
    phone,
    status: fc.constantFrom('new', 'Open', 'screening', 'placed', 'closed', 'prospect', 'customer', 'gone'),
    tags: few(fc.constantFrom('red', 'Green', 'blue', 'yellow')),
    skills: few(text),
    score: fc.oneof(fc.integer({ min: -5, max: 20 }), fc.constantFrom(0.5, -0.25, 1e15, 12.125)),
    salary: fc.integer({ min: 0, max: 2000 }).map((cents) => cents / 100),
    serial: fc.integer({ min: 1, max: 400 }),
    vip: fc.boolean(),
    born: day,
    seen: instant,
    home: address,
    topic: fc.constantFrom('people', 'firms'),
    topics: few(fc.constantFrom('people', 'firms', 'teams')),
    boss: idOf(people / 6),
    friends: few(idOf(people / 6)),
    firm: idOf(firms),
    subject: flex,
    subjects: few(flex),
    messages: few(text.map((body) => ({ text: body, by: 'someone', at: '2025-01-01T00:00:00.000Z' }))),
    extra: fc.constant({ a: 1 }),
    things: fc.constant([1, 'x']),
    picture: fc.constant('/api/files/1'),
    teams: few(idOf(3)),
    size: fc.integer({ min: 0, max: 9 }),
    parent: idOf(firms),
    opened: instant,
    deleted: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  };
}

/** `count` records of a module in stored form, always the same for a seed. Values that the field type rejects are omitted. */
export function generateDocuments(
  module: CompiledModule,
  count: number,
  sizes: { readonly people: number; readonly firms: number },
  seed: number,
): RecordDocument[] {
  const all = fieldArbitraries(sizes.people, sizes.firms);
  const own = Object.fromEntries(
    [...module.fields.keys()].flatMap((name) =>
      all[name] === undefined ? [] : [[name, fc.option(all[name], { freq: 6, nil: undefined })]],
    ),
  );
  const drafts = fc.sample(fc.record(own), { numRuns: count, seed });
  return drafts.map((draft, index) => storeDocument(module, fixtureId(index), draft));
}

function storeDocument(module: CompiledModule, id: string, draft: { readonly [name: string]: JsonValue | undefined }): RecordDocument {
  const document: { [name: string]: JsonValue } = { _id: id, _version: 1 };
  for (const [name, value] of Object.entries(draft)) {
    const field = module.fields.get(name);
    if (field === undefined || value === undefined) continue;
    const context = { field: field.definition, dropdown: field.dropdown, refs: field.refs, hasModule: () => true };
    // Records can contain values that were removed from the option list, so dropdown values are stored without the check.
    const normalized = field.dropdown === undefined ? field.type.normalize(value, context) : { ok: true as const, value };
    if (normalized.ok && normalized.value !== undefined) document[name] = normalized.value;
  }
  document['deleted'] = document['deleted'] === true;
  return document as RecordDocument;
}
