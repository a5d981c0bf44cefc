export interface RefusedCase {
  readonly says: string;
  readonly filter: unknown;
  readonly code: 'filter_invalid' | 'unknown_field' | 'field_not_visible';
  readonly path: string;
}

function nest(levels: number): unknown {
  return levels === 0 ? {} : { not: nest(levels - 1) };
}

function relate(levels: number): unknown {
  return levels === 0 ? {} : { boss: { related: relate(levels - 1) } };
}

const invalid = (says: string, filter: unknown, path: string): RefusedCase => ({ says, filter, code: 'filter_invalid', path });

const unknown = (says: string, filter: unknown, path: string): RefusedCase => ({ says, filter, code: 'unknown_field', path });

/** Invalid filters, with the path of the problem. */
export const REFUSED_CASES: readonly RefusedCase[] = [
  invalid('a list', [], ''),
  invalid('a text', 'name', ''),
  unknown('an unknown field', { nobody: 1 }, 'nobody'),
  invalid('an unknown operator', { name: { like: 'x' } }, 'name.like'),
  invalid('a database operator', { name: { $regex: 'x' } }, 'name.$regex'),
  unknown('a database operator as field', { $where: '1' }, '$where'),
  invalid('a variable in the place of operators', { name: { $: 'me' } }, 'name.$'),
  unknown('__proto__', JSON.parse('{"__proto__":{"name":"x"}}'), '__proto__'),
  unknown('constructor', { constructor: 1 }, 'constructor'),
  invalid('__proto__ as operator', JSON.parse('{"name":{"__proto__":1}}'), 'name.__proto__'),
  invalid('toString as operator', { name: { toString: 1 } }, 'name.toString'),
  invalid('no operator', { name: {} }, 'name'),
  invalid('a list in the place of a value', { name: ['x'] }, 'name'),
  invalid('a number for a text', { name: 1 }, 'name.equals'),
  invalid('a text for a number', { score: '7' }, 'score.equals'),
  invalid('Infinity', { score: Infinity }, 'score.equals'),
  invalid('three decimals of money', { salary: 1.005 }, 'salary.equals'),
  invalid('a day that is none', { born: '2026-02-30' }, 'born.equals'),
  invalid('a date-time that is none', { seen: '2026-02-30T00:00:00.000Z' }, 'seen.equals'),
  invalid('a date-time without a zone', { seen: '2026-02-03T00:00:00' }, 'seen.equals'),
  invalid('a text for a checkbox', { vip: 'true' }, 'vip.equals'),
  invalid('an operator that the type lacks', { status: { contains: 'x' } }, 'status.contains'),
  invalid('range on a list', { tags: { range: { gt: 'a' } } }, 'tags.range'),
  invalid('equals on an object', { extra: { equals: 1 } }, 'extra.equals'),
  invalid('contains of nothing', { name: { contains: '' } }, 'name.contains'),
  invalid('contains of 201 characters', { name: { contains: 'x'.repeat(201) } }, 'name.contains'),
  invalid('an empty list', { name: { in: [] } }, 'name.in'),
  invalid('a list of 1,001', { name: { in: Array.from({ length: 1001 }, () => 'x') } }, 'name.in'),
  invalid('a wrong member of a list', { name: { in: ['x', 1] } }, 'name.in.1'),
  invalid('exists of a text', { name: { exists: 'yes' } }, 'name.exists'),
  invalid('a range without bounds', { score: { range: {} } }, 'score.range'),
  invalid('two lower bounds', { score: { range: { gt: 1, gte: 1 } } }, 'score.range'),
  invalid('an unknown bound', { score: { range: { from: 1 } } }, 'score.range.from'),
  invalid('null as bound', { score: { range: { gt: null } } }, 'score.range.gt'),
  invalid('an empty and', { and: [] }, 'and'),
  invalid('or that is no list', { or: {} }, 'or'),
  invalid('deep inside', { and: [{ name: 'x' }, { or: [{ not: { score: 'x' } }] }] }, 'and.1.or.0.not.score.equals'),
  unknown('an unknown part of an address', { 'home.planet': 'x' }, 'home.planet'),
  unknown('a part of what is no address', { 'name.first': 'x' }, 'name.first'),
  invalid('contains on a whole address', { home: { contains: 'x' } }, 'home.contains'),
  invalid('an unknown variable', { boss: { equals: { $: 'you' } } }, 'boss.equals'),
  invalid('a variable that does not fit', { score: { equals: { $: 'me' } } }, 'score.equals'),
  invalid('days that are no whole number', { born: { equals: { $: 'today', days: 1.5 } } }, 'born.equals'),
  invalid('days on me', { boss: { equals: { $: 'me', days: 1 } } }, 'boss.equals'),
  invalid('more in a variable', { boss: { equals: { $: 'me', x: 1 } } }, 'boss.equals'),
  invalid('an id that is an object', { boss: { equals: { _id: 'x' } } }, 'boss.equals'),
  invalid('an id that is a number', { _id: 5 }, '_id.equals'),
  invalid('contains on _id', { _id: { contains: 'x' } }, '_id.contains'),
  invalid('a flex relate without a module', { subject: { equals: { id: 'x' } } }, 'subject.equals'),
  invalid('a flex relate to an unknown module', { subject: { equals: { module: '__proto__', id: 'x' } } }, 'subject.equals'),
  invalid('a flex relate with more', { subject: { equals: { module: 'people', id: 'x', y: 1 } } }, 'subject.equals'),
  invalid('related flex without a filter', { subject: { related: { module: 'people' } } }, 'subject.related'),
  invalid('related flex to an unknown module', { subject: { related: { module: 'aliens', filter: {} } } }, 'subject.related.module'),
  invalid('a reverse relation with equals', { reports: { equals: 'x' } }, 'reports.equals'),
  unknown('an unknown field of the related module', { firm: { related: { nobody: 1 } } }, 'firm.related.nobody'),
  invalid('four related', relate(4), 'boss.related.boss.related.boss.related.boss.related'),
  invalid('eleven levels', nest(10), Array.from({ length: 10 }, () => 'not').join('.')),
  invalid('201 entries', { or: Array.from({ length: 200 }, () => ({ name: 'x' })) }, 'or.199'),
  invalid('10,000 levels', nest(8000), Array.from({ length: 10 }, () => 'not').join('.')),
  invalid('withinMiles of what is no address and no ZIP', { name: { withinMiles: { of: '62959', miles: 5 } } }, 'name.withinMiles'),
  invalid('withinMiles of a part of an address', { 'home.zip': { withinMiles: { of: '62959', miles: 5 } } }, 'home.zip.withinMiles'),
  invalid('withinMiles of a ZIP that is nowhere', { home: { withinMiles: { of: '00000', miles: 5 } } }, 'home.withinMiles.of'),
  invalid('withinMiles of no ZIP', { home: { withinMiles: { of: '6295', miles: 5 } } }, 'home.withinMiles.of'),
  invalid('withinMiles of half a point', { home: { withinMiles: { of: { latitude: 30 }, miles: 5 } } }, 'home.withinMiles.of'),
  invalid(
    'withinMiles off the earth',
    { home: { withinMiles: { of: { latitude: 91, longitude: 0 }, miles: 5 } } },
    'home.withinMiles.of.latitude',
  ),
  invalid('withinMiles without miles', { home: { withinMiles: { of: '62959' } } }, 'home.withinMiles.miles'),
  invalid('withinMiles too far', { home: { withinMiles: { of: '62959', miles: 501 } } }, 'home.withinMiles.miles'),
  invalid('withinMiles with something else', { home: { withinMiles: { of: '62959', miles: 5, unit: 'km' } } }, 'home.withinMiles.unit'),
  { says: 'a hidden field', filter: { notes: 'x' }, code: 'field_not_visible', path: 'notes' },
  { says: 'a hidden field, even for a wrong operator', filter: { notes: { like: 1 } }, code: 'field_not_visible', path: 'notes' },
  {
    says: 'a hidden field inside related',
    filter: { boss: { related: { notes: { exists: true } } } },
    code: 'field_not_visible',
    path: 'boss.related.notes',
  },
];
