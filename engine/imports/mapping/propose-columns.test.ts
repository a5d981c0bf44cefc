import { describe, expect, it } from 'vitest';
import type { CompiledField } from '#engine/model/compiled';
import type { InputType } from '#engine/model/definitions';
import type { AddressPart } from '#engine/model/field-types';
import type { ImportTarget } from './importable-fields.ts';
import { proposeColumns } from './propose-columns.ts';

const FIELDS: readonly (readonly [name: string, label: string, inputType: InputType])[] = [
  ['name', 'Name', 'TextField'],
  ['hotline', 'Hotline', 'Phone'],
  ['desk_line', 'Desk line', 'Phone'],
  ['mobile_line', 'Mobile line', 'Phone'],
  ['born_on', 'Birth date', 'Date'],
  ['emails', 'E-mail addresses', 'EmailAddress'],
  ['built_on', 'Building date', 'Date'],
  ['place', 'Place', 'Address'],
  ['remarks', 'Remarks', 'TextArea'],
];
const PARTS: readonly AddressPart[] = ['street', 'city', 'state', 'zip'];

/** Only what proposals read of a field. */
function targetOf(name: string, label: string, inputType: InputType, part?: AddressPart): ImportTarget {
  const field = { name: name.split('.')[0], definition: { inputType } } as unknown as CompiledField;
  return { name, label, field, part, canMatch: false, isMatchOnly: false };
}

const TARGETS = new Map(
  FIELDS.flatMap(([name, label, inputType]) => [
    targetOf(name, label, inputType),
    ...(inputType === 'Address' ? PARTS.map((part) => targetOf(`${name}.${part}`, `${label}: ${part}`, inputType, part)) : []),
  ]).map((target) => [target.name, target]),
);

const propose = (...headers: readonly string[]): readonly (string | null)[] =>
  proposeColumns(headers, TARGETS, (index) => headers[index] !== 'Empty').map(({ field }) => field);

describe('Columns are proposed', () => {
  it('by the labels and names of fields, however they are written', () => {
    expect(propose('NAME', 'desk_line', 'buildingDate', 'E-mail Addresses:')).toEqual([...['name', 'desk_line', 'built_on', 'emails']]);
  });

  it('by similar names, by how they begin, and by words for the kind of their values', () => {
    expect(propose('Tel', 'Email', 'Build', 'Town, ST', 'Remark')).toEqual([...['hotline', 'emails', 'built_on', 'place', 'remarks']]);
    expect(propose('Street', 'City', 'State', 'Zip code')).toEqual(PARTS.map((part) => `place.${part}`));
  });

  it('by other words for the same', () => {
    expect(propose('Cell', 'Phone')).toEqual(['mobile_line', 'hotline']);
    expect(propose('DOB', 'Cell phone number')).toEqual(['born_on', 'mobile_line']);
  });

  it('once for each field, the best name first, and not for other names or without values', () => {
    expect(propose('Names', 'Name', 'Zebra', 'Empty')).toEqual([null, 'name', null, null]);
    expect(propose('Place', 'City')).toEqual(['place', null]);
  });
});
